import type { CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EASY, sendSample, solvedCaptcha } from '../../../test/captcha.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { tracesOf } from '../../../test/traces.ts'
import { json, startUpstream, type Upstream } from '../../../test/upstream.ts'

const SECRET = 'canary-recaptcha-secret'

let google: Upstream
let server: TestServer
/**
 * The pairs of token and secret that the fake Google verification service accepts. Like Google, it accepts each token
 * only once.
 */
const right = new Set<string>()
beforeAll(async () => {
  google = await startUpstream()
  google.on('siteverify', (_request, response) => {
    const given = new URLSearchParams(google.seen.at(-1)?.body)
    json(response, { success: given.get('secret') === SECRET && right.delete(given.get('response') ?? '') })
  })
  google.on('silent', () => {})
  google.on('broken', (_request, response) => void response.writeHead(500).end('<html>'))
  google.on('moved', (_request, response) => void response.writeHead(302, { location: google.url('yes') }).end())
  google.on('yes', (_request, response) => json(response, { success: true }))
  google.on('vague', (_request, response) => json(response, { success: 'true' }))
  server = await startTestServer({ render: async ({ api }) => ({ status: 200, html: JSON.stringify(await api.getCustomer('keyed')), cacheable: true }) })
  const auth_type = ['FREE_CAPTCHA']
  await server.load(sampleBundle({ code: 'keyed', params: { auth_type, recaptcha_public_key: 'site-key', recaptcha_secret: SECRET } }))
  await server.load(sampleBundle({ code: 'twin', params: { auth_type, recaptcha_public_key: 'site-key', recaptcha_secret: SECRET } }))
  await server.load(sampleBundle({ code: 'half', params: { auth_type, recaptcha_public_key: 'site-key' } }))
  await server.load(sampleBundle({ code: 'plain' }))
})
afterAll(async () => {
  await server.close()
  await google.close()
})
beforeEach(() => verifyBy('siteverify'))

const verifyBy = (behaviour: string) =>
  server.load({ ...sampleBundle({ code: 'settings' }), settings: [...EASY, { code: 'recaptcha_verify_url', value: google.url(behaviour) }] })

function token(name: string): string {
  right.add(name)
  return name
}
const send = async (captcha_resolved: string, more = {}, customer = 'keyed') => (await sendSample(server, customer, { captcha_resolved, ...more })).told

describe('a reCAPTCHA token', () => {
  test('that Google accepts confirms one request and is rejected for a second', async () => {
    expect(await send(token('one'))).toEqual([201])
    expect(google.seen.at(-1)).toMatchObject({ method: 'POST', body: new URLSearchParams({ secret: SECRET, response: 'one' }).toString() })
    expect(await send('one')).toEqual([422, 'forms0030'])
    expect(await send('one', {}, 'twin')).toEqual([422, 'forms0030'])
  })

  test('that Google rejects as unknown is rejected, and nothing is stored', async () => {
    const before = await tracesOf(server)
    expect(await send('made up')).toEqual([422, 'forms0030'])
    expect(await send(await solvedCaptcha(server, 'keyed'))).toEqual([422, 'forms0030'])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('can be used again after a request that was rejected for another reason, although Google accepts a token only once', async () => {
    expect(await send(token('kept'), { confirmed_email: 'other@example.org' })).toEqual([422, 'forms0020'])
    expect(right.has('kept')).toBe(false)
    expect(await send('kept', {}, 'twin')).toEqual([422, 'forms0030'])
    const asked = google.seen.length
    expect(await send('kept')).toEqual([201])
    expect(google.seen, 'Google is not asked again').toHaveLength(asked)
  })

  test('is accepted for exactly one of 16 parallel requests', async () => {
    token('many')
    const sends = Array.from({ length: 16 }, (_, at) => send('many', { email: `p${at}@example.org`, confirmed_email: `p${at}@example.org` }))
    const told = (await Promise.all(sends)).map((each) => each.join())
    expect(told.toSorted()).toEqual(['201', ...Array.from({ length: 15 }, () => '422,forms0030')])
  })

  test('of more than 8,192 characters is rejected without a request to Google', async () => {
    const asked = google.seen.length
    expect(await send('x'.repeat(8_193))).toEqual([422, 'forms0030'])
    expect(google.seen).toHaveLength(asked)
  })

  test.each(['broken', 'moved', 'vague', 'nowhere'])('is rejected if Google’s response is invalid (%s), and accepted on a retry', async (behaviour) => {
    google.on('nowhere', (request) => void request.socket.destroy())
    await verifyBy(behaviour)
    expect(await send(token(`again ${behaviour}`))).toEqual([422, 'forms0030'])
    await verifyBy('siteverify')
    expect(await send(`again ${behaviour}`)).toEqual([201])
  })

  test('is rejected after five seconds if Google does not respond', { timeout: 15_000 }, async () => {
    await verifyBy('silent')
    const started = performance.now()
    const waiting = send(token('waiting'))
    expect(await send('', {}, 'plain'), 'another form answers meanwhile').toEqual([201])
    expect(await waiting).toEqual([422, 'forms0030'])
    expect(performance.now() - started).toBeGreaterThan(4_500)
    expect(performance.now() - started).toBeLessThan(8_000)
  })
})

describe('the page of a form with a captcha', () => {
  const captchaOf = async (code: string) => (await server.call<CustomerConfiguration>('GET', `/forms/${code}`)).body.data?.captcha
  const policyOf = async (path: string) => (await fetch(server.url + path)).headers.get('content-security-policy') ?? ''

  test('contains the reCAPTCHA site key but never the secret', async () => {
    expect(await captchaOf('keyed')).toEqual({ provider: 'recaptcha', site_key: 'site-key', challenge_url: null })
    const page = await (await fetch(`${server.url}/keyed`, { headers: { 'accept-encoding': 'identity' } })).text()
    expect(page).toContain('site-key')
    expect(page).not.toContain(SECRET)
  })

  test('uses ALTCHA if the form has a reCAPTCHA site key but no secret', async () => {
    expect(await captchaOf('half')).toMatchObject({ provider: 'altcha', site_key: null })
    expect(await send(await solvedCaptcha(server, 'half'), {}, 'half')).toEqual([201])
  })

  test('has a CSP that allows Google’s script and frame only with reCAPTCHA, and a worker only with ALTCHA', async () => {
    const keyed = await policyOf('/keyed')
    expect(keyed).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic' https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/)
    expect(keyed).toContain('frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/')
    expect(keyed).not.toContain('worker-src')
    const half = await policyOf('/half')
    expect(half).toContain("worker-src 'self'")
    expect(half).not.toMatch(/google|gstatic|frame-src/)
    for (const path of ['/plain', '/notfound']) expect(await policyOf(path)).not.toMatch(/google|gstatic|frame-src|worker-src/)
  })
})
