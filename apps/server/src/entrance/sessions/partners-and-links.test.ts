import { spawnSync } from 'node:child_process'
import type { CustomerConfiguration, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { makeCredential } from './credentials.ts'
import { LinksRejected, makeLinks } from './make-links.ts'
import { csvCell, readPeople } from './people-table.ts'

let server: TestServer
let credential: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(accessForm({ code: 'partners', authTypes: ['B2B'], params: { max_requests: 2, max_period: 1 } }))
  await server.load(accessForm({ code: 'others', authTypes: ['B2B'] }))
  await server.load(accessForm({ code: 'free', authTypes: ['FREE'] }))
  await server.load(accessForm({ code: 'dynamic', authTypes: ['DYNAMIC'] }))
  await server.load(accessForm({ code: 'token-type', authTypes: ['SSO'], params: { token_type: 'DYNAMIC', token_expiration: 60 } }))
  await server.load(accessForm({ code: 'survey', authTypes: ['SURVEY'], params: { survey_no_recompile: true } }))
  credential = await withCustomer(server.database.kysely, 'partners', (db) => makeCredential(db, 'partners', 'the broker'))
})
afterAll(() => server.close())

interface Sending {
  bearer?: string | undefined
  code?: string
  parts?: Record<string, string>
  key?: string
}
function send(form: string, { bearer, code, parts = {}, key }: Sending = {}) {
  const body = new FormData()
  const all = { code_tag: 'ask', form_fields: '{"subject":"Hello"}', ...(code !== undefined && { otp_code: code }), ...parts }
  for (const [name, value] of Object.entries(all)) body.append(name, value)
  const headers = { ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }), ...(key !== undefined && { 'Idempotency-Key': key }) }
  return server.call<SendReceipt>('POST', `/forms/${form}`, { body, headers })
}
const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, ...body.errors.map(({ data }) => data.code)]
const customerOf = async (code: string) => {
  const customer = await server.services.catalog.customer(code)
  if (!customer) throw new Error(code)
  return customer
}
const links = async (code: string, people: Record<string, unknown>[]) => makeLinks(server.services, await customerOf(code), people)
const codeIn = (url: string | undefined) => new URL(url ?? '').searchParams.get('code') ?? ''

describe('a partner’s system with a credential', () => {
  test('sends the e-mail address only once, has its requests confirmed at once, and has the same rate limit as a visitor', async () => {
    const { status, body } = await send('partners', { bearer: credential, parts: { email: 'carla@example.org' } })
    expect(status).toBe(201)
    expect(await rowsOf(server, 'select auth_type, state, email, opens_ticket from requests where ticket = $1', [body.data?.ticket])).toEqual([
      { auth_type: 'B2B', state: 'confirmed', email: 'carla@example.org', opens_ticket: true },
    ])
    const other = { email: 'carla@example.org', form_fields: '{"subject":"Again"}' }
    expect(outcome(await send('partners', { bearer: credential, parts: other }))).toEqual([201])
    expect(outcome(await send('partners', { bearer: credential, parts: { email: 'Carla@example.org' } }))).toEqual([429, 'forms0024'])
    expect(outcome(await send('partners', { bearer: credential, parts: { email: 'dario@example.org' } }))).toEqual([201])
  })

  test('can read all steps of its form, including those that need a sign-in', async () => {
    const headers = { Authorization: `bearer ${credential}` }
    for (const tag of ['partners-root', 'deep']) expect((await server.call('GET', `/forms/partners/tags/${tag}`, { headers })).status).toBe(200)
  })

  test('gets the first response again when it repeats a request with the same idempotency key', async () => {
    const sending = { bearer: credential, parts: { email: 'elena@example.org' }, key: 'partner-1' }
    expect((await send('partners', sending)).body).toEqual((await send('partners', sending)).body)
  })

  test.each<[why: string, form: string, bearer: () => string | undefined]>([
    ['missing', 'partners', () => undefined],
    ['wrong', 'partners', () => 'A'.repeat(43)],
    ['malformed', 'partners', () => "' or 1=1 --"],
    ['valid for another form', 'others', () => credential],
    ['sent to a form without B2B', 'free', () => credential],
  ])('is rejected and stores nothing when the credential is %s', async (_why, form, bearer) => {
    const before = await tracesOf(server)
    const sending = { bearer: bearer(), parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } }
    expect(outcome(await send(form, sending))).toEqual([401, 'forms0011'])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('is rejected after its credential was revoked', async () => {
    const revoked = await withCustomer(server.database.kysely, 'others', (db) => makeCredential(db, 'others', ''))
    await rowsOf(server, "update credentials set revoked_at = now() where customer_code = 'others'")
    expect(outcome(await send('others', { bearer: revoked, parts: { email: 'a@b.it' } }))).toEqual([401, 'forms0011'])
  })

  test('is rejected if it sends no e-mail address', async () => {
    expect(outcome(await send('partners', { bearer: credential }))).toEqual([422, 'forms0020'])
  })

  test('is not recognised by a Basic Authorization header, which a proxy may send and the server ignores', async () => {
    expect((await server.call('GET', '/forms/free/tags/ask', { headers: { Authorization: 'Basic YTpi' } })).status).toBe(200)
  })
})

describe('a personal link', () => {
  test('opens the form for its person once, and expires after 48 hours or after the time in token_expiration', async () => {
    const [link] = await links('dynamic', [{ email: 'anna@example.org', nome: 'Anna', cognome: 'Neri' }])
    expect(link?.url).toMatch(/^http:\/\/sportello\.example\/dynamic\?code=[\w-]{43}$/)
    const code = codeIn(link?.url)
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/dynamic?code=${code}`)
    expect(body.data).toMatchObject({ session: { auth_type: 'DYNAMIC' }, metadata: { email: ['anna@example.org'], nome: 'Anna' } })
    expect(outcome(await send('dynamic', { code }))).toEqual([201])
    expect(outcome(await send('dynamic', { code }))).toEqual([409, 'forms0027'])
    await links('token-type', [{ email: 'b@example.org' }])
    expect(await rowsOf(server, 'select customer_code, extract(epoch from expires_at - created_at)::int as seconds from sessions order by 1')).toEqual([
      { customer_code: 'dynamic', seconds: 172_800 },
      { customer_code: 'token-type', seconds: 60 },
    ])
  })

  test('requires an e-mail address in the request if the link’s data contains none', async () => {
    const [link] = await links('dynamic', [{ nome: 'Berta' }])
    expect(outcome(await send('dynamic', { code: codeIn(link?.url) }))).toEqual([422, 'forms0020'])
    expect(outcome(await send('dynamic', { code: codeIn(link?.url), parts: { email: 'b@b.it', confirmed_email: 'b@b.it' } }))).toEqual([201])
  })

  test('to a survey allows one request for each e-mail address', async () => {
    const made = await links('survey', [{ email: 'anna@example.org' }, { email: 'ANNA@example.org' }])
    expect(outcome(await send('survey', { code: codeIn(made[0]?.url) }))).toEqual([201])
    expect(outcome(await send('survey', { code: codeIn(made[1]?.url) }))).toEqual([409, 'forms0027'])
  })

  test.each<[why: string, form: string, people: Record<string, unknown>[]]>([
    ['person 2: "nobody" is no e-mail address', 'dynamic', [{ email: 'a@b.it' }, { email: 'nobody' }]],
    ['person 1: known data must be texts', 'dynamic', [{ email: 'a@b.it', address: { street: 'x' } }]],
    ['person 1: known data must be texts', 'dynamic', [{ email: 'a@b.it', nome: 'a\0' }]],
    ['the form free has no personal links', 'free', [{ email: 'a@b.it' }]],
  ])('is created for all people in the request or for none, and the error is: %s', async (why, form, people) => {
    const before = await rowsOf(server, 'select 1 from sessions')
    const refused = links(form, people)
    await expect(refused).rejects.toThrow(LinksRejected)
    await expect(refused).rejects.toThrow(why)
    expect(await rowsOf(server, 'select 1 from sessions')).toEqual(before)
  })
})

describe('a CSV of people', () => {
  test.each([
    ['email,nome\na@b.it,Anna\n', [{ email: 'a@b.it', nome: 'Anna' }]],
    ['\uFEFFemail;nome\r\na@b.it;"Neri; Anna"\r\n\r\n', [{ email: 'a@b.it', nome: 'Neri; Anna' }]],
    ['email,nome\na@b.it,\n', [{ email: 'a@b.it' }]],
    ['email\n', []],
  ])('is parsed from the text %j', (text, people) => expect(readPeople(text)).toEqual(people))

  test.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['a,b', '"a,b"'],
    ['"', '""""'],
    ['-5', "'-5"],
  ])('contains the text %j as the cell %j', (text, cell) => expect(csvCell(text)).toBe(cell))
})

test('the commands links and credential exit with status 1 if arguments are missing', () => {
  const main = new URL('../../cli/main.ts', import.meta.url).pathname
  for (const command of ['links', 'credential'])
    expect(
      spawnSync(process.execPath, [main, command], { env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }, encoding: 'utf8' }).status,
    ).toBe(1)
})
