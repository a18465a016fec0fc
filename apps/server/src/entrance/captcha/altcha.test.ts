import type { CaptchaChallenge } from '@sportello/contract'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { challengeOf, EASY, packed, sendSample, solve, solvedCaptcha } from '../../../test/captcha.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { tracesOf } from '../../../test/traces.ts'
import { followClock } from '../../platform/db/clock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['sample', 'other']) await server.load({ ...sampleBundle({ code, params: { auth_type: ['FREE_CAPTCHA'] } }), settings: EASY })
})
afterAll(() => server.close())
afterEach(() => vi.useRealTimers())

describe('GET /captcha', () => {
  test('returns a new challenge for each call, without requiring an API key; the challenge is valid for ten minutes', async () => {
    const [one, other] = [await challengeOf(server, 'sample'), await challengeOf(server, 'sample')]
    expect(one.parameters.expiresAt - Date.now() / 1_000).toBeCloseTo(600, -1)
    expect(one.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', keyPrefix: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(other.signature).not.toBe(one.signature)
  })

  test.each([
    ['nobody', 404, 'forms0001'],
    ['asleep', 503, 'forms0010'],
  ])('for the form %s is rejected with %i %s', async (customer, status, code) => {
    await server.load(sampleBundle({ code: 'asleep', active: false }))
    const response = await fetch(`${server.url}/forms-service/rs/v2/forms/${customer}/captcha`)
    expect([response.status, ((await response.json()) as { errors: { data: { code: string } }[] }).errors[0]?.data.code]).toEqual([status, code])
  })

  test('is limited per network address by the setting captchas_per_minute', async () => {
    const { load, url, close } = await startTestServer()
    await load({ ...sampleBundle(), settings: [{ code: 'captchas_per_minute', value: '2' }] })
    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push((await fetch(`${url}/forms-service/rs/v2/forms/sample/captcha`)).status)
    await close()
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})

describe('an ALTCHA solution', () => {
  test('confirms a request on a FREE_CAPTCHA form without a confirmation mail, and cannot be used again', async () => {
    const captcha_resolved = await solvedCaptcha(server, 'sample')
    const first = await sendSample(server, 'sample', { captcha_resolved })
    expect(first).toMatchObject({ told: [201], ticket: expect.stringMatching(/^T-/) })
    const { rows } = await server.database.owner.query('select state, auth_type, confirmed_at is not null as confirmed from requests where ticket = $1', [
      first.ticket,
    ])
    expect(rows).toEqual([{ state: 'confirmed', auth_type: 'FREE_CAPTCHA', confirmed: true }])
    const before = await tracesOf(server)
    expect(await sendSample(server, 'sample', { captcha_resolved, email: 'eva@example.org', confirmed_email: 'eva@example.org' })).toMatchObject({
      told: [422, 'forms0030'],
      message: 'La verifica non è riuscita. Riprova.',
    })
    expect(await tracesOf(server)).toEqual(before)
  })

  const wrong: [how: string, make: (solved: { challenge: CaptchaChallenge; solution: Awaited<ReturnType<typeof solve>> }) => unknown][] = [
    ['with another derived key', ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } })],
    ['with the key prefix as its key', ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: challenge.parameters.keyPrefix } })],
    [
      'with a later expiry in its challenge',
      ({ challenge, solution }) => ({ challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } }, solution }),
    ],
    [
      'with a lower cost in its challenge',
      ({ challenge, solution }) => ({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution }),
    ],
    ['without a signature', ({ challenge, solution }) => ({ challenge: { parameters: challenge.parameters }, solution })],
    [
      'with an additional parameter',
      ({ challenge, solution }) => ({ challenge: { ...challenge, parameters: { ...challenge.parameters, data: { a: 1 } } }, solution }),
    ],
    ['without a solution', ({ challenge }) => ({ challenge })],
    ['with its counter as text', ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: `${solution.counter}` } })],
  ]
  test.each(wrong)('%s is rejected', async (_how, make) => {
    const challenge = await challengeOf(server, 'sample')
    const captcha_resolved = packed(make({ challenge, solution: await solve(challenge) }))
    expect((await sendSample(server, 'sample', { captcha_resolved })).told).toEqual([422, 'forms0030'])
  })

  test('is rejected if it solves another challenge', async () => {
    const [one, two] = [await challengeOf(server, 'sample'), await challengeOf(server, 'sample')]
    const captcha_resolved = packed({ challenge: one, solution: await solve(two) })
    expect((await sendSample(server, 'sample', { captcha_resolved })).told).toEqual([422, 'forms0030'])
  })

  test('is rejected if the signature of its challenge is forged', async () => {
    const made = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1_000) + 600,
      hmacSignatureSecret: 'mine',
      hmacKeySignatureSecret: 'mine too',
    })
    const captcha_resolved = packed({ challenge: made, solution: await solve(made as CaptchaChallenge) })
    expect((await sendSample(server, 'sample', { captcha_resolved })).told).toEqual([422, 'forms0030'])
  })

  test('is rejected by a form for which it was not created, and stays valid for its own form', async () => {
    const captcha_resolved = await solvedCaptcha(server, 'other')
    expect((await sendSample(server, 'sample', { captcha_resolved })).told).toEqual([422, 'forms0030'])
    expect((await sendSample(server, 'other', { captcha_resolved })).told).toEqual([201])
  })

  test('expires after ten minutes', async () => {
    const [early, late] = [await solvedCaptcha(server, 'sample'), await solvedCaptcha(server, 'sample')]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 595_000 })
    expect((await sendSample(server, 'sample', { captcha_resolved: early })).told).toEqual([201])
    vi.setSystemTime(Date.now() + 10_000)
    expect((await sendSample(server, 'sample', { captcha_resolved: late })).told).toEqual([422, 'forms0030'])
  })

  test.each([-49, 49])('expires by the database’s clock, even if the server’s own clock is wrong by %i hours', async (hours) => {
    const [early, late] = [await solvedCaptcha(server, 'sample'), await solvedCaptcha(server, 'sample')]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    const clock = await followClock(server.database.pool)
    try {
      expect((await sendSample(server, 'sample', { captcha_resolved: early })).told).toEqual([201])
      vi.setSystemTime(Date.now() + 605_000)
      expect((await sendSample(server, 'sample', { captcha_resolved: late })).told).toEqual([422, 'forms0030'])
    } finally {
      clock.stop()
      vi.useRealTimers()
      ;(await followClock(server.database.pool)).stop()
    }
  })

  test.each([
    ['missing', undefined, 'forms0013'],
    ['empty', '', 'forms0013'],
    ['a boolean as text', 'true', 'forms0030'],
    ['not base64', '💥', 'forms0030'],
    ['not JSON', Buffer.from('{').toString('base64'), 'forms0030'],
    ['null', packed(null), 'forms0030'],
    ['a list', packed([[]]), 'forms0030'],
    ['nested 900 levels deep', packed(JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`)), 'forms0030'],
    ['one megabyte long', 'A'.repeat(1_000_000), 'forms0030'],
    ['a reCAPTCHA token', `03AFcWeA${'x'.repeat(2_000)}`, 'forms0030'],
    ['of ALTCHA’s first version', packed({ algorithm: 'SHA-256', challenge: 'ab', number: 1, salt: 'ab', signature: 'ab' }), 'forms0030'],
  ])('is rejected if it is %s', async (_what, captcha_resolved, code) => {
    expect((await sendSample(server, 'sample', { captcha_resolved })).told).toEqual([422, code])
  })
})
