import type { CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { EASY, sendSample, solvedCaptcha } from '../../../test/captcha.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { makeCredential } from '../sessions/credentials.ts'

/** Returns the sample form with a captcha setting on its step. */
function flagged(code: string, flag: object) {
  const bundle = sampleBundle({ code }) as { definitions: { children: object[] }[] }
  Object.assign(bundle.definitions[0]?.children[0] ?? {}, flag)
  return bundle
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const bundles = [
    sampleBundle({ code: 'plain' }),
    sampleBundle({ code: 'always', params: { always_captcha: true } }),
    sampleBundle({ code: 'later', params: { captcha: true, max_period: 2 } }),
    sampleBundle({ code: 'nameless', params: { captcha: true, auth_type: ['DATACOLLECTION'] } }),
    sampleBundle({ code: 'off', params: { captcha: false, always_captcha: false } }),
    flagged('shown', { show_captcha: true }),
    flagged('tagged', { captcha: true }),
    accessForm({ code: 'signed', authTypes: ['SSO', 'B2B', 'FREE_CAPTCHA'], params: { captcha: true }, mappings: [{ client: 'signed' }] }),
    accessForm({ code: 'strict', authTypes: ['SSO', 'B2B'], params: { always_captcha: true }, mappings: [{ client: 'strict' }] }),
  ]
  for (const bundle of bundles) await server.load({ ...bundle, settings: EASY })
})
afterAll(() => server.close())
beforeEach(() => rowsOf(server, 'delete from captcha_senders'))

const from = (email: string, captcha_resolved?: string) => ({ email, confirmed_email: email, captcha_resolved })
const send = async (customer: string, email: string, solution?: string) => (await sendSample(server, customer, from(email, solution))).told

describe('a captcha', () => {
  test('is never required if no setting of the form requires one', async () => {
    for (const customer of ['plain', 'plain', 'off', 'off']) expect(await send(customer, 'anna@example.org')).toEqual([201])
  })

  test.each(['always', 'shown', 'tagged'])('is required for every request (form %s)', async (customer) => {
    expect(await send(customer, 'anna@example.org')).toEqual([422, 'forms0013'])
    expect(await send(customer, 'anna@example.org', await solvedCaptcha(server, customer))).toEqual([201])
    expect(await send(customer, 'anna@example.org')).toEqual([422, 'forms0013'])
  })

  test('is required only for submissions on the step with the setting', async () => {
    const leaf = { code_tag: 'leaf', form_fields: '{"end":"x"}', further_questions: undefined }
    expect((await sendSample(server, 'shown', { ...from('anna@example.org'), ...leaf })).told).toEqual([201])
  })
})

describe('a captcha that the form requires from the second request on', () => {
  test('is required for a second request from the same network address, even with another mailbox', async () => {
    expect(await send('later', 'anna@example.org')).toEqual([201])
    expect(await send('later', 'eva@example.org')).toEqual([422, 'forms0013'])
    expect(await send('later', 'eva@example.org', await solvedCaptcha(server, 'later'))).toEqual([201])
    expect(await send('later', 'eva@example.org', 'true')).toEqual([422, 'forms0030'])
  })

  test('is required for a second request from the same mailbox, even if the address is spelled differently and the network address is another', async () => {
    expect(await send('later', 'anna@example.org')).toEqual([201])
    const rows = await rowsOf(server, 'select count(*)::int as n from captcha_senders')
    expect(rows).toEqual([{ n: 2 }])
    // The table has one row for the sender's mailbox and one for the sender's network address. The test deletes one of
    // the rows, and the server must still recognise the sender by the other.
    const known = []
    for (const keep of [0, 1]) {
      await rowsOf(server, 'delete from captcha_senders')
      expect(await send('later', 'anna@example.org')).toEqual([201])
      await rowsOf(server, 'delete from captcha_senders where sender_hash <> (select sender_hash from captcha_senders order by 1 offset $1 limit 1)', [keep])
      const [same, other] = [await send('later', 'Anna+x@Example.org'), await send('later', `eva${keep}@example.org`)]
      known.push(`${same} ${other}`)
    }
    expect(known.toSorted()).toEqual(['422,forms0013 201', '422,forms0013 422,forms0013'])
  })

  test('is not required if the first request was rejected', async () => {
    expect((await sendSample(server, 'later', from('anna@example.org'), {}, { street: '' })).told).toEqual([422, 'forms0038'])
    expect(await send('later', 'anna@example.org')).toEqual([201])
  })

  test('is required for all but one of 8 parallel first requests', async () => {
    const told = await Promise.all(Array.from({ length: 8 }, (_, at) => send('later', `p${at}@example.org`)))
    expect(told.filter(([status]) => status === 201)).toHaveLength(1)
    expect(told.filter(([, code]) => code === 'forms0013')).toHaveLength(7)
  })

  test('is not required any more when max_period has passed', async () => {
    expect(await send('later', 'anna@example.org')).toEqual([201])
    const [row] = await rowsOf(server, "select extract(epoch from min(expires_at) - now()) / 3600 as hours from captcha_senders where customer_code = 'later'")
    expect(Number(row?.hours)).toBeCloseTo(2, 1)
    await rowsOf(server, 'update captcha_senders set expires_at = now()')
    expect(await send('later', 'anna@example.org')).toEqual([201])
    expect(await send('later', 'anna@example.org')).toEqual([422, 'forms0013'])
  })

  test('counts the requests per network address if the form needs no e-mail address, separately for each form', async () => {
    expect(await send('later', 'anna@example.org')).toEqual([201])
    expect(await send('nameless', 'anna@example.org')).toEqual([201])
    expect(await send('nameless', 'eva@example.org')).toEqual([422, 'forms0013'])
  })

  test('is based on hashes of the senders; e-mail and network addresses are not stored in plain text', async () => {
    await send('later', 'anna@example.org')
    const [row] = await rowsOf(server, "select string_agg(encode(sender_hash, 'escape'), ' ') as all from captcha_senders")
    expect(row?.all).not.toMatch(/anna|127\.0/)
  })
})

describe('a captcha for visitors with a session and for partners', () => {
  const asks = { code_tag: 'ask', form_fields: '{"subject":"x"}', email: undefined, confirmed_email: undefined }

  test('is required of a visitor with a session only if the form has always_captcha', async () => {
    for (let at = 0; at < 2; at++) {
      const code = await enter(server, 'signed', { client: 'signed' })
      expect((await sendSample(server, 'signed', { ...asks, form_fields: `{"subject":"${at}"}`, otp_code: code })).told).toEqual([201])
    }
    const code = await enter(server, 'strict', { client: 'strict' })
    expect((await sendSample(server, 'strict', { ...asks, otp_code: code })).told).toEqual([422, 'forms0013'])
    const captcha_resolved = await solvedCaptcha(server, 'strict')
    expect((await sendSample(server, 'strict', { ...asks, otp_code: code, captcha_resolved })).told).toEqual([201])
  })

  test('is never required of a partner’s system that sends its credential', async () => {
    const credential = await withCustomer(server.database.kysely, 'strict', (db) => makeCredential(db, 'strict', 'a test'))
    const headers = { Authorization: `Bearer ${credential}` }
    for (const subject of ['a', 'b'])
      expect((await sendSample(server, 'strict', { ...asks, form_fields: `{"subject":"${subject}"}`, email: 'anna@example.org' }, headers)).told).toEqual([201])
  })

  test('is required on a form with FREE_CAPTCHA if the visitor has no session and the caller no credential', async () => {
    expect((await sendSample(server, 'signed', { ...asks, ...from('anna@example.org') })).told).toEqual([422, 'forms0013'])
  })
})

describe('the captcha in GET /forms/:form', () => {
  const captchaIn = async (customer: string) => (await server.call<CustomerConfiguration>('GET', `/forms/${customer}`)).body.data
  test.each(['always', 'later', 'nameless', 'shown', 'tagged', 'signed'])('is described if some request may require one (form %s)', async (customer) => {
    expect(await captchaIn(customer)).toMatchObject({
      captcha: { provider: 'altcha', site_key: null, challenge_url: `/forms-service/rs/v2/forms/${customer}/captcha` },
      always_captcha: customer === 'always',
    })
  })

  test.each(['plain', 'off'])('is null when no request requires one (form %s)', async (customer) => {
    expect(await captchaIn(customer)).toMatchObject({ captcha: null, always_captcha: false })
  })
})
