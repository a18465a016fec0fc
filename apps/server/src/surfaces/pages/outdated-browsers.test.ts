import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ render: async () => ({ status: 200, html: '<p>A page.</p>', cacheable: false }) })
  await server.load(sampleBundle())
})
afterAll(() => server.close())

const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.102 Safari/537.36 Edge/18.19042'
const led = async (path: string, userAgent: string) => {
  const { status, headers } = await fetch(server.url + path, { headers: { 'user-agent': userAgent }, redirect: 'manual' })
  return [status, headers.get('location')]
}

test.each([
  ['Internet Explorer 9', 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)'],
  ['Internet Explorer 10', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)'],
  ['Internet Explorer 11', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['EdgeHTML', EDGE],
])('the browser %s is redirected to the page for unsupported browsers', async (_name, userAgent) => {
  expect(await led('/sample', userAgent)).toEqual([302, '/sample/notSupported'])
  expect(await led('/sample/open/report', userAgent)).toEqual([302, '/sample/notSupported'])
  expect(await led('/sample/notSupported', userAgent)).toEqual([200, null])
})

test.each([
  ['Edge', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  ['an empty user agent', ''],
])('the browser %s is not redirected to the page for unsupported browsers', async (_name, userAgent) => {
  expect(await led('/sample', userAgent)).toEqual([200, null])
})
