import { Agent, get } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { LANGUAGES } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { CachedPage, PageCache } from './page-cache.ts'

const MB = 1_048_576
/**
 * HTML of a test page, four times as large as the page of a form. Without a limit, the cache would be too full after a
 * tenth
 * of the requests.
 */
const PAGE = 'x'.repeat(160_000)

let server: TestServer
let rendered = 0
beforeAll(async () => {
  server = await startTestServer({
    env: { LOG_LEVEL: 'silent' },
    render: async ({ url, preferredLanguages }) => {
      rendered++
      return { status: 200, html: `${url} ${preferredLanguages.join(',')} ${PAGE}${rendered}`, cacheable: true }
    },
  })
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'second' }))
})
afterAll(() => server.close())

/** Returns an Accept-Language header. Each number gives another choice and order of languages. */
function permutedLanguages(at: number): string {
  const left = [...LANGUAGES, 'pt', 'sv', 'pl']
  const order = []
  for (let rest = at; left.length > 0; rest = Math.floor(rest / 7) + at) order.push(...left.splice(rest % left.length, 1))
  return order.map((code, place) => `${code};q=${(1 - place / 20).toFixed(2)}`).join(', ')
}

test('a page is rendered only once per supported language, in whatever order the browser lists the unsupported languages', async () => {
  await eventually(
    async () => {
      const before = rendered
      for (let at = 0; at < 2; at++) await server.app.inject({ url: '/sample/settled' })
      return rendered - before
    },
    (count) => count === 0,
    5_000,
  )
  const before = rendered
  for (const languages of ['it, pt;q=0.9, en;q=0.8', 'pt, it;q=0.9, sv;q=0.8', 'it, sv;q=0.5, fr;q=0.4', 'sv, pl, it']) {
    const { statusCode, body } = await server.app.inject({ url: '/sample/tags', headers: { 'accept-language': languages } })
    expect([statusCode, body.startsWith('/sample/tags it ')]).toEqual([200, true])
  }
  expect(rendered - before).toBe(1)
  await server.app.inject({ url: '/sample/tags', headers: { 'accept-language': 'en' } })
  expect(rendered - before).toBe(2)
})

/**
 * Requests pages over separate connections from different network addresses, so that the rate limit has no effect.
 * @returns the number of responses other than 200
 */
async function requestAll(count: number): Promise<number> {
  const agents = Array.from({ length: 16 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  let refused = 0
  let next = 0
  const one = (at: number, agent: Agent) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'accept-language': permutedLanguages(at), cookie: `lang_sample=${LANGUAGES[at % LANGUAGES.length]}` }
      const path = `/${at % 2 ? 'sample' : 'second'}/step-${at % 5_000}`
      get(`${server.url}${path}`, { agent, headers, localAddress: `127.0.0.${2 + agents.indexOf(agent)}` }, (response) => {
        if (response.statusCode !== 200) refused++
        response.resume().on('end', resolve)
      }).on('error', reject)
    })
  await Promise.all(
    agents.map(async (agent) => {
      while (next < count) await one(next++, agent)
      agent.destroy()
    }),
  )
  return refused
}

test('3,000 requests for different pages increase the heap by less than 64 MB', { timeout: 180_000 }, async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  expect(await requestAll(200)).toBe(0)
  const before = heap()
  expect(await requestAll(3_000)).toBe(0)
  expect((heap() - before) / MB).toBeLessThan(64)
})

test('the page cache evicts the least recently used pages, and the pages of a customer that has changed', () => {
  const cache = new PageCache(6_000_000)
  const page = new CachedPage(PAGE)
  const customer = {} as Customer
  const keys = Array.from({ length: 30 }, (_, at) => cache.keyOf(customer, [`/${at}`]))
  for (const key of keys) cache.set(key, page)
  expect(cache.get(keys[0] ?? '')).toBeUndefined()
  expect(cache.get(keys[29] ?? '')).toBe(page)
  expect(cache.get(cache.keyOf({} as Customer, ['/29']))).toBeUndefined()
})
