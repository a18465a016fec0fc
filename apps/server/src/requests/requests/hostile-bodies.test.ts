import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GOOD_PARTS, multipart, type RawRequest, sendRaw, textPart } from '../../../test/raw-http.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { tracesOf } from '../../../test/traces.ts'

let server: TestServer
let before: unknown
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())
beforeEach(async () => {
  before = await tracesOf(server)
})
// Checks after each test that the server has stored nothing, that the quarantine is empty, and that the server still
// answers.
afterEach(async () => {
  expect(await tracesOf(server)).toEqual(before)
  expect((await server.call('GET', '/forms/sample')).status).toBe(200)
})

const SMALL_MS = 5_000
const typed = (type: string, body: Buffer | string, more: string[] = []): RawRequest => ({
  headers: [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`, ...more],
  body,
})
const form = (body: Buffer | string, boundary = 'B') => typed(`multipart/form-data; boundary=${boundary}`, body)
const filePart = (disposition: string, type = 'text/plain'): [string, string] => [
  `Content-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}`,
  'hello',
]
const with_ = (...parts: [string, string][]) => form(multipart('B', [...GOOD_PARTS, ...parts]))
const whole = multipart('B', GOOD_PARTS)
const withFile = multipart('B', [...GOOD_PARTS, filePart('name="attachments-photos"; filename="a.txt"')])

async function refused(request: RawRequest, options = {}): Promise<string> {
  const { status, body, ms } = await sendRaw(server, request, options)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).toMatchObject({ success: false, data: null })
  expect(ms).toBeLessThan(SMALL_MS)
  return body?.errors.map(({ data }) => data.code).join() ?? ''
}

describe.each(['POST', 'PUT'])('a %s request with a hostile body', (method) => {
  test.each<[why: string, request: RawRequest]>([
    ['is missing', { headers: [] }],
    ['is empty', { headers: ['Content-Length: 0'] }],
    ['is empty with a multipart type', form('')],
    ['is empty JSON', typed('application/json', '')],
    ['is broken JSON', typed('application/json', '{')],
    ['is JSON with a prototype', typed('application/json', '{"__proto__":{"a":1}}')],
    ['is plain text', typed('text/plain', 'hello')],
    ['has an unknown content type', typed('application/x-unknown', 'hello')],
    ['has no content type', { headers: ['Content-Length: 5'], body: 'hello' }],
    ['has a malformed content type', typed(';;;', 'hello')],
    ['has an empty content type', typed('', 'hello')],
    ['is URL-encoded', typed('application/x-www-form-urlencoded', 'email=a')],
    ['is multipart/mixed', typed('multipart/mixed; boundary=B', whole)],
    ['is multipart without a boundary', typed('multipart/form-data', whole)],
    ['has an empty boundary', form(whole, '')],
    ['has an empty quoted boundary', form(whole, '""')],
    ['has a boundary of 500 characters', form(multipart('b'.repeat(500), GOOD_PARTS).subarray(0, 700), 'b'.repeat(500))],
    ['has another boundary', form(whole, 'C')],
    ['has two boundaries', typed('multipart/form-data; boundary=C; boundary=B', whole)],
    ['consists of NULs', form(Buffer.alloc(4_096))],
    ['consists of NULs after its boundary', form(Buffer.concat([Buffer.from('--B\r\n'), Buffer.alloc(4_096)]))],
    ['consists of random bytes', form(Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7919) % 256)))],
    ['is only the closing boundary', form('--B--\r\n')],
  ])('is rejected if the body %s', async (_why, request) => {
    await refused({ ...request, method })
  })
})

describe('a hostile multipart body', () => {
  test.each<[why: string, body: Buffer]>([
    ['within the first boundary', whole.subarray(0, 3)],
    ['within the header of a part', whole.subarray(0, 30)],
    ['within a value', whole.subarray(0, 60)],
    ['before the closing boundary', whole.subarray(0, whole.length - 7)],
    ['within the closing boundary', whole.subarray(0, whole.length - 3)],
    ['within a file', withFile.subarray(0, withFile.length - 9)],
    ['within the header of a file', withFile.subarray(0, withFile.length - 40)],
  ])('that ends %s is rejected', async (_why, body) => {
    expect(await refused(form(body))).toMatch(/http_malformed|forms0017/)
  })

  test.each<[why: string, request: RawRequest, code: string]>([
    ['with a part without a header', form(Buffer.concat([Buffer.from('--B\r\n\r\nhello\r\n'), whole])), 'http_malformed'],
    ['with a part without a disposition', with_(['Content-Type: text/plain', 'hello']), 'http_malformed'],
    ['with a part whose disposition is "attachment"', with_(['Content-Disposition: attachment; filename="a.txt"', 'hello']), 'http_malformed'],
    ['with a part without a name', with_(['Content-Disposition: form-data', 'hello']), 'http_malformed'],
    ['with a file whose part has no name', with_(filePart('filename="a.txt"')), 'http_malformed'],
    [
      'with a file without a file name',
      with_(['Content-Disposition: form-data; name="attachments-photos"\r\nContent-Type: application/octet-stream', 'hello']),
      'http_malformed',
    ],
    ['with the part code_tag twice', with_(textPart('code_tag', 'report')), 'http_malformed'],
    ['with the part form_fields twice', with_(textPart('form_fields', '{"street":"y"}')), 'http_malformed'],
    ['with an unknown part', with_(textPart('id', '1')), 'forms0044'],
    ['with a part named __proto__', with_(textPart('__proto__', 'x')), 'forms0044'],
    ['with an attachment that is text', with_(textPart('attachments-photos', 'hello')), 'forms0044'],
    ['with a file in an unknown part', with_(filePart('name="email2"; filename="a.txt"')), 'forms0044'],
    ['with a file instead of the answers', form(multipart('B', [...GOOD_PARTS.slice(0, 3), filePart('name="form_fields"; filename="a.txt"')])), 'forms0044'],
    ['with 30 texts', with_(...Array.from({ length: 30 }, (_, at) => textPart(`p${at}`, 'x'))), 'http_malformed'],
    ['with 10,000 texts', with_(...Array.from({ length: 10_000 }, (_, at) => textPart(`p${at}`, 'x'))), 'http_malformed'],
    ['with 21 files', with_(...Array.from({ length: 21 }, () => filePart('name="attachments-photos"; filename="a.txt"'))), 'forms0034'],
    ['with 10,000 files', with_(...Array.from({ length: 10_000 }, () => filePart('name="attachments-photos"; filename="a.txt"'))), 'forms0034'],
    ['with a part header of 100 lines', with_([`${textPart('x', '')[0]}${'\r\nX-A: b'.repeat(100)}`, 'x']), 'forms0044'],
    ['with a part header of 200 KB', with_([`X-A: ${'a'.repeat(200_000)}\r\n${textPart('x', '')[0]}`, 'x']), 'http_malformed'],
    ['with a name of 10,000 characters', with_(textPart('p'.repeat(10_000), 'x')), 'forms0044'],
    ['with a text of more than a mebibyte', with_(textPart('terms', 'x'.repeat(1_048_577))), 'http_too_large'],
    [
      'with bytes that are no UTF-8 in a code',
      form(multipart('B', [...GOOD_PARTS.filter(([head]) => !head.includes('code_tag')), textPart('code_tag', '\u00ff')])),
      'http_malformed',
    ],
    ['with a NUL in a value', with_(textPart('terms', 'a\0b')), 'http_malformed'],
    ['with a NUL in a name', with_(textPart('te\0rms', 'x')), 'forms0044'],
  ])('%s is rejected', async (_why, request, code) => {
    expect(await refused(request)).toMatch(new RegExp(`^${code}`))
  })

  test('that is shorter than its Content-Length is discarded when the client disconnects, and nothing is stored', async () => {
    const { status } = await sendRaw(
      server,
      { headers: ['Content-Type: multipart/form-data; boundary=B', `Content-Length: ${whole.length + 100}`], body: whole.subarray(0, 60) },
      { halfClose: true },
    )
    expect([0, 400]).toContain(status)
  })

  test('with a Content-Length above the limit is rejected before the client has sent it', async () => {
    const request = { headers: ['Content-Type: multipart/form-data; boundary=B', `Content-Length: ${1024 ** 3}`], body: whole }
    const { status } = await sendRaw(server, request)
    expect(status).toBe(413)
  })
})

describe('a request with malformed headers is rejected:', () => {
  test.each<[why: string, headers: string[]]>([
    ['a Content-Length that is no number', ['Content-Length: x']],
    ['two different values of Content-Length', ['Content-Length: 5', 'Content-Length: 6']],
    ['a Content-Length together with chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['a header line without a colon', ['hello']],
    ['more than 16 KB of headers', [`X-A: ${'a'.repeat(20_000)}`]],
  ])('%s', async (_why, headers) => {
    await refused({ headers: ['Content-Type: application/json', ...headers], body: 'hello' })
  })
})
