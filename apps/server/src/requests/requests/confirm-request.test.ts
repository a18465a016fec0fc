import type { Confirmation, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf, waitingTasks } from '../../../test/traces.ts'
import { receiptKey } from './receipt-key.ts'
import { confirmationCode } from './verification-code.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'neighbour' }))
})
afterAll(() => server.close())

const confirm = (otp_code: unknown, customer = 'sample') =>
  server.call<Confirmation>('PUT', `/forms/${customer}`, { body: JSON.stringify({ otp_code }), headers: { 'Content-Type': 'application/json' } })
const again = (ticket: unknown) =>
  server.call('POST', '/forms/sample/confirmation', { body: JSON.stringify({ ticket }), headers: { 'Content-Type': 'application/json' } })
const codesOf = ({ body }: { body: { errors: { data: { code: string } }[] } }) => body.errors.map(({ data }) => data.code)

/** Submits a request that the visitor must confirm. @returns the request with the code of its confirmation link. */
async function sent(customer = 'sample') {
  const { body } = await server.call<SendReceipt>('POST', `/forms/${customer}`, { body: sendForm(freshAnswers()) })
  const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [body.data?.ticket])
  const id = String(row?.id)
  return { id, ticket: body.data?.ticket, summary: body.data?.summary_html, code: confirmationCode(server.services.config.secretKey, customer, id) }
}
const stateOf = async (id: string) => (await rowsOf(server, 'select state from requests where id = $1', [id]))[0]?.state
const jobsOf = async (id: string) => (await waitingTasks(server, id)).length

describe('the code of a confirmation link', () => {
  test('confirms its request only once, and enqueues the job that opens the ticket', async () => {
    const { id, ticket, summary, code } = await sent()
    const answer = await confirm(code)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      data: { ticket, status: 'confirmed', summary_html: summary, opens_ticket: true, receipt_key: receiptKey(server.services.config.secretKey, 'sample', id) },
      errors: [],
    })
    expect(await stateOf(id)).toBe('confirmed')
    expect(await jobsOf(id)).toBe(1)
    const again = await confirm(code)
    expect([again.status, codesOf(again)]).toEqual([409, ['forms0009']])
    expect(await jobsOf(id)).toBe(1)
  })

  test.each([1, 2, 3])('is accepted only once if 16 calls use it in parallel (round %i)', async () => {
    const { id, code } = await sent()
    const answers = await Promise.all(Array.from({ length: 16 }, () => confirm(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.every((answer) => answer.status === 409 && ['forms0009', 'forms0042'].includes(codesOf(answer).join()))).toBe(true)
    expect(await jobsOf(id)).toBe(1)
  })

  test.each(['processed', 'failed'])('is rejected as already confirmed if its request is %s, and so is a request to resend the link', async (state) => {
    const { id, code, ticket } = await sent()
    await confirm(code)
    await rowsOf(server, 'update requests set state = $2 where id = $1', [id, state])
    expect(codesOf(await confirm(code))).toEqual(['forms0009'])
    expect(codesOf(await again(ticket))).toEqual(['forms0009'])
  })

  test.each(['expired', 'cancelled'])('is rejected as expired if its request is %s, and is not marked as used', async (state) => {
    const { id, code } = await sent()
    await rowsOf(server, 'update requests set state = $2 where id = $1', [id, state])
    for (let times = 0; times < 2; times++) expect(codesOf(await confirm(code))).toEqual(['forms0040'])
    expect(await rowsOf(server, 'select used_at from verification_codes where request_id = $1', [id])).toEqual([{ used_at: null }])
  })

  test('is rejected with forms0042 if it is marked as used but its request still awaits confirmation', async () => {
    const { id, code } = await sent()
    await rowsOf(server, 'update verification_codes set used_at = now() where request_id = $1', [id])
    expect(codesOf(await confirm(code))).toEqual(['forms0042'])
  })

  test('is rejected once it has expired by the database’s clock, and nothing changes', async () => {
    const { id, code } = await sent()
    await rowsOf(server, "update verification_codes set expires_at = now() - interval '1 second' where request_id = $1", [id])
    const answer = await confirm(code)
    expect([answer.status, codesOf(answer)]).toEqual([410, ['forms0040']])
    expect(await stateOf(id)).toBe('awaiting_confirmation')
    expect(await rowsOf(server, 'select used_at from verification_codes where request_id = $1', [id])).toEqual([{ used_at: null }])
    await rowsOf(server, "update verification_codes set expires_at = now() + interval '1 minute' where request_id = $1", [id])
    expect((await confirm(code)).status).toBe(200)
  })

  test('is rejected as unknown if it is sent to another customer, and stays valid for its own customer', async () => {
    const { id, code } = await sent()
    const answer = await confirm(code, 'neighbour')
    const random = await confirm(confirmationCode('another secret', 'sample', id), 'neighbour')
    expect([answer.status, codesOf(answer)]).toEqual([404, ['forms0003']])
    expect(answer.body).toEqual(random.body)
    expect(await stateOf(id)).toBe('awaiting_confirmation')
    expect((await confirm(code)).status).toBe(200)
  })

  test('expires after the number of hours in the form’s time_limit_request', async () => {
    await server.load(sampleBundle({ code: 'short', params: { time_limit_request: 0.5 } }))
    const { id } = await sent('short')
    const [row] = await rowsOf(
      server,
      'select extract(epoch from v.expires_at - v.created_at)::float8 as code, extract(epoch from r.expires_at - r.created_at)::float8 as request from verification_codes v join requests r on r.id = v.request_id where r.id = $1',
      [id],
    )
    expect(row).toEqual({ code: 1800, request: 1800 })
  })

  test('is the only field of the request body that the confirmation reads', async () => {
    const [one, other] = [await sent(), await sent()]
    const columns = 'ticket, state, email, customer_code, confirmed_at is null as waits, processed_at, opens_ticket'
    const rowOf = async ({ id }: { id: string }) => (await rowsOf(server, `select ${columns} from requests where id = $1`, [id]))[0]
    const before = await rowOf(one)
    const answer = await server.call<Confirmation>('PUT', '/forms/sample', {
      body: JSON.stringify({
        otp_code: one.code,
        id: other.id,
        request_id: other.id,
        customer_code: 'neighbour',
        ticket: other.ticket,
        state: 'processed',
        status: 'processed',
        used_at: null,
        email: 'eve@example.org',
        opens_ticket: false,
        processed_at: '2020-01-01',
      }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect([answer.status, answer.body.data?.ticket]).toEqual([200, one.ticket])
    expect(await rowOf(one)).toEqual({ ...before, state: 'confirmed', waits: false })
    expect(await stateOf(other.id)).toBe('awaiting_confirmation')
    expect(codesOf(await confirm(one.code))).toEqual(['forms0009'])
  })

  test('is not used up by opening the linked page', async () => {
    const { id, code } = await sent()
    for (const method of ['GET', 'HEAD'])
      for (let times = 0; times < 20; times++)
        for (const path of [`/sample/validation?code=${code}`, `/forms-service/rs/v2/forms/sample?otp_code=${code}`])
          await fetch(server.url + path, { method, redirect: 'manual', headers: { 'X-Api-Key': 'test-key', Purpose: 'prefetch' } })
    expect(await stateOf(id)).toBe('awaiting_confirmation')
    expect((await confirm(code)).status).toBe(200)
  })

  test('is stored only as a hash', async () => {
    const { id, code } = await sent()
    const rows = await rowsOf(
      server,
      'select v::text as all from verification_codes v where request_id = $1 union all select m::text from mails m where request_id = $1',
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('a confirmation is rejected for', () => {
  test.each<[why: string, body: string | undefined, type: string, status: number, code: string]>([
    ['an unknown code', '{"otp_code":"unknown"}', 'application/json', 404, 'forms0003'],
    ['a code with a NUL', '{"otp_code":"a\\u0000"}', 'application/json', 400, 'http_malformed'],
    ['a code with half of a surrogate pair', '{"otp_code":"\\ud83d"}', 'application/json', 400, 'http_malformed'],
    ['an empty code', '{"otp_code":""}', 'application/json', 400, 'http_malformed'],
    ['a code of 513 characters', `{"otp_code":"${'a'.repeat(513)}"}`, 'application/json', 400, 'http_malformed'],
    ['a code that is a number', '{"otp_code":123456}', 'application/json', 400, 'http_malformed'],
    ['a code that is an object', '{"otp_code":{"$ne":""}}', 'application/json', 400, 'http_malformed'],
    ['a code that is a list', '{"otp_code":["a"]}', 'application/json', 400, 'http_malformed'],
    ['no code', '{}', 'application/json', 400, 'http_malformed'],
    ['null', 'null', 'application/json', 400, 'forms0017'],
    ['a list', '[]', 'application/json', 400, 'http_malformed'],
    ['an empty body', '', 'application/json', 400, 'forms0017'],
    ['no body', undefined, 'application/json', 400, 'forms0017'],
    ['no JSON', '{otp_code', 'application/json', 400, 'http_malformed'],
    ['a prototype', '{"otp_code":"a","__proto__":{"x":1}}', 'application/json', 400, 'http_malformed'],
    ['a constructor', '{"otp_code":"a","constructor":{"prototype":{"x":1}}}', 'application/json', 400, 'http_malformed'],
    ['JSON with the type text/plain', '{"otp_code":"a"}', 'text/plain', 400, 'http_malformed'],
    ['a URL-encoded form', 'otp_code=a', 'application/x-www-form-urlencoded', 415, 'http_media_type'],
    ['a multipart body', '--x--', 'multipart/form-data; boundary=x', 400, 'forms0017'],
    ['a body of more than a mebibyte', `{"otp_code":"${'a'.repeat(1_048_576)}"}`, 'application/json', 413, 'http_too_large'],
  ])('%s', async (_why, body, type, status, code) => {
    const before = await tracesOf(server)
    const answer = await server.call('PUT', '/forms/sample', { ...(body !== undefined && { body }), headers: { 'Content-Type': type } })
    expect([answer.status, codesOf(answer)]).toEqual([status, [code]])
    expect(answer.body).toMatchObject({ success: false, data: null })
    expect(await tracesOf(server)).toEqual(before)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('an unknown customer', async () => {
    expect(codesOf(await confirm('a', 'nobody'))).toEqual(['forms0001'])
  })
})
