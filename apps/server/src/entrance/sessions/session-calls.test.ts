import { createHmac } from 'node:crypto'
import type { CustomerConfiguration, TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accessForm, SSO_SECRET } from '../../../test/access-bundle.ts'
import { outcome, query, startSessionCase } from '../../../test/session-case.ts'
import { enter } from '../../../test/sso.ts'
import { answersOf, rowsOf, tracesOf } from '../../../test/traces.ts'
import { messageKey } from './sso-message.ts'

let on: Awaited<ReturnType<typeof startSessionCase>>
beforeAll(async () => {
  on = await startSessionCase()
})
afterAll(() => on.server.close())

describe('a visitor’s session', () => {
  test('is returned with the form’s configuration: access mode, personal data, and e-mail addresses as a list', async () => {
    const { body } = await on.server.call<CustomerConfiguration>('GET', `/forms/closed${query(await on.openSession('closed'))}`)
    expect(body.data).toMatchObject({ session: { auth_type: 'SSO' }, metadata: { email: ['anna@example.org'], nome: 'Anna', telefono: '055 123' } })
    expect(body.data?.metadata).not.toHaveProperty('jti')
    expect(body.data?.metadata).not.toHaveProperty('client')
  })

  test('gives access to the steps and data sources that need a sign-in', async () => {
    const code = await on.openSession('both')
    const root = await on.server.call<TagView>('GET', `/forms/both/tags/both-root${query(code)}`)
    expect(root.body.data?.children.map(({ disabled }) => disabled)).toEqual([undefined, undefined])
    expect((await on.server.call('GET', `/forms/both/tags/deep${query(code)}`)).status).toBe(200)
    expect((await on.server.call('POST', `/forms/both/integrations/inner${query(code)}`, json({}))).status).toBe(200)
    const without = await on.server.call<TagView>('GET', '/forms/both/tags/both-root')
    expect(without.body.data?.children.map(({ disabled }) => disabled)).toEqual([undefined, true])
  })

  test('confirms a request at once without a typed e-mail address, and its data overwrites the answers', async () => {
    const code = await on.openSession('closed')
    const { status, body } = await on.send('closed', { code, fields: { subject: 'Hi', surname: 'Forged', phone: 'forged', card: 'forged' } })
    expect([status, body.data?.notifier_email]).toEqual([201, null])
    const [row] = await rowsOf(on.server, 'select state, auth_type, email, opens_ticket from requests where ticket = $1', [body.data?.ticket])
    expect({ ...row, ...(await answersOf(on.server, body.data?.ticket)) }).toMatchObject({
      auth_type: 'SSO',
      email: 'anna@example.org',
      opens_ticket: true,
      form_fields: { subject: 'Hi', surname: 'Neri', phone: '055 123', card: 'T-77' },
    })
  })

  test('without an e-mail address requires the visitor to type an address twice, and stays valid if the two differ', async () => {
    const code = await on.openSession('closed', { email: 'no address' })
    expect(outcome(await on.send('closed', { code }))).toEqual([422, 'forms0020 email'])
    expect(outcome(await on.send('closed', { code, parts: { email: 'a@b.it', confirmed_email: 'a@c.it' } }))).toEqual([422, 'forms0020 confirmed_email'])
    expect((await on.send('closed', { code, parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } })).status).toBe(201)
  })

  test('with several e-mail addresses accepts one of them in a request and rejects any other', async () => {
    const emails = ['anna@example.org', 'anna@work.example']
    const code = await on.openSession('closed', { email: emails })
    expect(outcome(await on.send('closed', { code, parts: { email: 'victim@example.org' } }))).toEqual([422, 'forms0020 email'])
    const { body } = await on.send('closed', { code, parts: { email: 'ANNA@work.example ' } })
    expect(await rowsOf(on.server, 'select email from requests where ticket = $1', [body.data?.ticket])).toEqual([{ email: 'anna@work.example' }])
  })

  test('accepts only one request, and returns the first response when the request is repeated with the same idempotency key', async () => {
    const code = await on.openSession('closed')
    const first = await on.send('closed', { code, key: `once-${code.slice(0, 8)}` })
    expect(first.status).toBe(201)
    const before = await tracesOf(on.server)
    expect(outcome(await on.send('closed', { code }))).toEqual([409, 'forms0027'])
    expect(outcome(await on.send('closed', { code, key: 'another' }))).toEqual([409, 'forms0027'])
    expect((await on.send('closed', { code, key: `once-${code.slice(0, 8)}` })).body).toEqual(first.body)
    expect(await tracesOf(on.server)).toEqual(before)
    for (const path of ['', '/tags/closed-root', '/tags/ask/header'])
      expect(outcome(await on.server.call('GET', `/forms/closed${path}${query(code)}`))).toEqual([409, 'forms0027'])
  })

  test('accepts exactly one of 16 parallel requests, and stores one idempotency key', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await on.openSession('closed')
      const before = await rowsOf(on.server, 'select 1 from requests')
      const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => on.send('closed', { code, key: `${code.slice(0, 8)}-${at}` })))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(new Set(answers.filter(({ status }) => status !== 201).map((answer) => outcome(answer).join()))).toEqual(new Set(['409,forms0027']))
      expect((await rowsOf(on.server, 'select 1 from requests')).length).toBe(before.length + 1)
      expect(await rowsOf(on.server, 'select 1 from idempotency_keys where key like $1', [`${code.slice(0, 8)}-%`])).toHaveLength(1)
    }
  })

  test('is rejected after it has expired, with its lifetime in minutes', async () => {
    const code = await on.openSession('short')
    await rowsOf(
      on.server,
      "update sessions set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where customer_code = 'short'",
    )
    const answer = await on.server.call('GET', `/forms/short${query(code)}`)
    expect([...outcome(answer), answer.body.errors[0]?.data.params]).toEqual([410, 'forms0005', ['2']])
    expect(outcome(await on.send('short', { code }))).toEqual([410, 'forms0005'])
  })

  test.each<[what: string, change: string, told: unknown[]]>([
    ['expires', "update sessions set expires_at = now() where customer_code = 'short'", [410, 'forms0005']],
    ['is deleted', "delete from sessions where customer_code = 'short'", [401, 'forms0011']],
  ])('that %s while the server processes a submission causes the matching error, and nothing is stored', async (_what, change, told) => {
    const code = await on.openSession('short')
    const before = await rowsOf(on.server, 'select id from requests')
    vi.spyOn(on.server.services.encryption, 'key').mockImplementationOnce(async () => {
      await rowsOf(on.server, change)
      return null
    })
    expect(outcome(await on.send('short', { code }))).toEqual(told)
    expect(await rowsOf(on.server, 'select id from requests')).toEqual(before)
  })

  test('can be exchanged for a signed token for the customer’s own site', async () => {
    const { body } = await on.server.call<{ token: string }>('GET', `/forms/closed/auth/token${query(await on.openSession('closed'))}`)
    const [header = '', payload = '', signature = ''] = body.data?.token.split('.') ?? []
    const expected = createHmac('sha256', messageKey(SSO_SECRET, 'session-token-v1')).update(`${header}.${payload}`).digest('base64url')
    expect(signature).toBe(expected)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    expect(claims).toMatchObject({ iss: 'http://sportello.example', aud: 'closed', sub: 'email:anna@example.org', email: 'anna@example.org', auth_type: 'SSO' })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
  })
})

describe('a survey with a session', () => {
  test('is stored with the placeholder e-mail address, and only once for each person across all the person’s sessions', async () => {
    const first = await on.send('survey', { code: await on.openSession('survey') })
    expect(first.status).toBe(201)
    expect(await rowsOf(on.server, 'select email, auth_type from requests where ticket = $1', [first.body.data?.ticket])).toEqual([
      { email: 'survey@placeholder.invalid', auth_type: 'SURVEY' },
    ])
    const again = await on.openSession('survey', { email: 'Anna@Example.org' })
    expect(outcome(await on.send('survey', { code: again }))).toEqual([409, 'forms0027'])
    const { body } = await on.server.call<CustomerConfiguration>('GET', `/forms/survey${query(again)}`)
    expect(body.data?.metadata?.survey_compiled).toBe(true)
    expect((await on.send('survey', { code: await on.openSession('survey', { email: 'berta@example.org' }) })).status).toBe(201)
  })

  test('is stored repeatedly for the same session if the form allows it', async () => {
    const code = await on.openSession('again')
    expect([(await on.send('again', { code })).status, (await on.send('again', { code })).status]).toEqual([201, 201])
  })
})

test('a request to a form of the mode AUTORESPONDER waits for its confirmation and opens no ticket', async () => {
  const { status, body } = await on.send('reply', { parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } })
  expect([status, body.data?.notifier_email]).toEqual([201, on.server.services.config.mailFrom])
  expect(await rowsOf(on.server, 'select opens_ticket, state from requests where ticket = $1', [body.data?.ticket])).toEqual([
    { opens_ticket: false, state: 'awaiting_confirmation' },
  ])
  const bundle = accessForm({ code: 'ticketing', authTypes: ['AUTORESPONDER'] })
  Object.assign(bundle.definitions[0]?.children[0] ?? {}, { opens_ticket: true })
  await on.server.load(bundle)
  expect(outcome(await on.send('ticketing', { parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } }))).toEqual([422, 'forms0036'])
})

function json(body: object): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

describe('DELETE /session', () => {
  const leave = (form: string, code: string | undefined) => on.server.call('DELETE', `/forms/${form}/session${query(code)}`)

  test('ends the visitor’s session in every browser, and ends no other session', async () => {
    const [mine, other] = [await enter(on.server, 'closed'), await enter(on.server, 'closed')]
    expect(await leave('closed', mine)).toMatchObject({ status: 200, body: { data: {} } })
    expect(outcome(await on.server.call('GET', `/forms/closed${query(mine)}`)).join(' ')).toBe('401 forms0011')
    expect((await on.server.call('GET', `/forms/closed${query(other)}`)).status).toBe(200)
    expect((await leave('closed', mine)).status).toBe(200)
  })

  test.each(['A'.repeat(43), "' or 1=1 --", undefined])('with the unknown code %s ends no session', async (code) => {
    const before = await rowsOf(on.server, 'select count(*)::int as n from sessions')
    expect((await leave('closed', code)).status).toBe(200)
    expect(await rowsOf(on.server, 'select count(*)::int as n from sessions')).toEqual(before)
  })

  test('ends no session if the session belongs to another form', async () => {
    const mine = await enter(on.server, 'closed')
    expect((await leave('both', mine)).status).toBe(200)
    expect((await on.server.call('GET', `/forms/closed${query(mine)}`)).status).toBe(200)
  })
})
