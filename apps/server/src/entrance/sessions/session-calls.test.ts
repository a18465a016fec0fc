import { createHmac, randomUUID } from 'node:crypto'
import type { CustomerConfiguration, SendReceipt, TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accessForm, SSO_SECRET } from '../../../test/access-bundle.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { answersOf, rowsOf, tracesOf } from '../../../test/traces.ts'
import { openSession } from '../sso/enter.ts'
import { hashOfSessionCode } from './session.ts'
import { messageKey } from './sso-message.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['closed', 'both']) {
    const authTypes = code === 'closed' ? (['SSO'] as const) : (['FREE', 'SSO'] as const)
    await server.load(accessForm({ code, authTypes, mappings: [{ client: code === 'closed' ? 'acme' : 'both' }] }))
  }
  await server.load(accessForm({ code: 'survey', authTypes: ['SURVEY'], params: { survey_no_recompile: true }, mappings: [{ client: 'survey' }] }))
  await server.load(accessForm({ code: 'again', authTypes: ['SURVEY'], mappings: [{ client: 'again' }] }))
  await server.load(accessForm({ code: 'reply', authTypes: ['AUTORESPONDER'] }))
  await server.load(accessForm({ code: 'short', authTypes: ['SSO'], params: { token_expiration: 90 }, mappings: [{ client: 'short' }] }))
})
afterAll(() => server.close())

const clientOf = (form: string) => (form === 'closed' ? 'acme' : form)
const come = (form: string, known: object = {}) => enter(server, form, { client: clientOf(form), telefono: '055 123', numero_tessera: 'T-77', ...known })
const query = (code: string | undefined) => (code === undefined ? '' : `?${new URLSearchParams({ code })}`)

interface Sending {
  code?: string | undefined
  fields?: object
  parts?: Record<string, string>
  key?: string
}
function send(form: string, { code, fields = { subject: `Hello ${code}` }, parts = {}, key }: Sending = {}) {
  const body = new FormData()
  const all = { code_tag: 'ask', form_fields: JSON.stringify(fields), ...(code !== undefined && { otp_code: code }), ...parts }
  for (const [name, value] of Object.entries(all)) body.append(name, value)
  return server.call<SendReceipt>('POST', `/forms/${form}`, { body, headers: key === undefined ? {} : { 'Idempotency-Key': key } })
}
const outcome = (answer: { status: number; body: { errors: readonly { data: { code: string; field?: string | undefined } }[] } }) => [
  answer.status,
  ...answer.body.errors.map(({ data }) => [data.code, data.field].filter(Boolean).join(' ')),
]

describe('somebody with a session', () => {
  test('is known to the page: mode, data, addresses as a list', async () => {
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/closed${query(await come('closed'))}`)
    expect(body.data).toMatchObject({ session: { auth_type: 'SSO' }, metadata: { email: ['anna@example.org'], nome: 'Anna', telefono: '055 123' } })
    expect(body.data?.metadata).not.toHaveProperty('jti')
    expect(body.data?.metadata).not.toHaveProperty('client')
  })

  test('may open what needs a sign-in, and ask its services', async () => {
    const code = await come('both')
    const root = await server.call<TagView>('GET', `/forms/both/tags/both-root${query(code)}`)
    expect(root.body.data?.children.map(({ disabled }) => disabled)).toEqual([undefined, undefined])
    expect((await server.call('GET', `/forms/both/tags/deep${query(code)}`)).status).toBe(200)
    expect((await server.call('POST', `/forms/both/integrations/inner${query(code)}`, json({}))).status).toBe(200)
    const without = await server.call<TagView>('GET', '/forms/both/tags/both-root')
    expect(without.body.data?.children.map(({ disabled }) => disabled)).toEqual([undefined, true])
  })

  test('sends without typing an address: confirmed at once, with what is known in its fields, whatever was sent there', async () => {
    const code = await come('closed')
    const { status, body } = await send('closed', { code, fields: { subject: 'Hi', surname: 'Forged', phone: 'forged', card: 'forged' } })
    expect([status, body.data?.notifier_email]).toEqual([201, null])
    const [row] = await rowsOf(server, 'select state, auth_type, email, opens_ticket from requests where ticket = $1', [body.data?.ticket])
    expect({ ...row, ...(await answersOf(server, body.data?.ticket)) }).toMatchObject({
      auth_type: 'SSO',
      email: 'anna@example.org',
      opens_ticket: true,
      form_fields: { subject: 'Hi', surname: 'Neri', phone: '055 123', card: 'T-77' },
    })
  })

  test('of whom no address is known types one twice; a wrong one uses nothing up', async () => {
    const code = await come('closed', { email: 'no address' })
    expect(outcome(await send('closed', { code }))).toEqual([422, 'forms0020 email'])
    expect(outcome(await send('closed', { code, parts: { email: 'a@b.it', confirmed_email: 'a@c.it' } }))).toEqual([422, 'forms0020 confirmed_email'])
    expect((await send('closed', { code, parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } })).status).toBe(201)
  })

  test('with several addresses chooses among them, and among no others', async () => {
    const emails = ['anna@example.org', 'anna@work.example']
    const code = await come('closed', { email: emails })
    expect(outcome(await send('closed', { code, parts: { email: 'victim@example.org' } }))).toEqual([422, 'forms0020 email'])
    const { body } = await send('closed', { code, parts: { email: 'ANNA@work.example ' } })
    expect(await rowsOf(server, 'select email from requests where ticket = $1', [body.data?.ticket])).toEqual([{ email: 'anna@work.example' }])
  })

  test('sends once; a repeat of that very send gets its answer again', async () => {
    const code = await come('closed')
    const first = await send('closed', { code, key: `once-${code.slice(0, 8)}` })
    expect(first.status).toBe(201)
    const before = await tracesOf(server)
    expect(outcome(await send('closed', { code }))).toEqual([409, 'forms0027'])
    expect(outcome(await send('closed', { code, key: 'another' }))).toEqual([409, 'forms0027'])
    expect((await send('closed', { code, key: `once-${code.slice(0, 8)}` })).body).toEqual(first.body)
    expect(await tracesOf(server)).toEqual(before)
    for (const path of ['', '/tags/closed-root', '/tags/ask/header'])
      expect(outcome(await server.call('GET', `/forms/closed${path}${query(code)}`))).toEqual([409, 'forms0027'])
  })

  test('of sixteen sends at once one is stored, and no other has left an answer behind its key', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await come('closed')
      const before = await rowsOf(server, 'select 1 from requests')
      const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => send('closed', { code, key: `${code.slice(0, 8)}-${at}` })))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(new Set(answers.filter(({ status }) => status !== 201).map((answer) => outcome(answer).join()))).toEqual(new Set(['409,forms0027']))
      expect((await rowsOf(server, 'select 1 from requests')).length).toBe(before.length + 1)
      expect(await rowsOf(server, 'select 1 from idempotency_keys where key like $1', [`${code.slice(0, 8)}-%`])).toHaveLength(1)
    }
  })

  test('is told the minutes when it is over', async () => {
    const code = await come('short')
    await rowsOf(
      server,
      "update sessions set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where customer_code = 'short'",
    )
    const answer = await server.call('GET', `/forms/short${query(code)}`)
    expect([...outcome(answer), answer.body.errors[0]?.data.params]).toEqual([410, 'forms0005', ['2']])
    expect(outcome(await send('short', { code }))).toEqual([410, 'forms0005'])
  })

  test.each<[what: string, change: string, told: unknown[]]>([
    ['is over', "update sessions set expires_at = now() where customer_code = 'short'", [410, 'forms0005']],
    ['is ended', "delete from sessions where customer_code = 'short'", [401, 'forms0011']],
  ])('that %s between the look and the send is told so', async (_what, change, told) => {
    const code = await come('short')
    const before = await rowsOf(server, 'select id from requests')
    vi.spyOn(server.services.encryption, 'key').mockImplementationOnce(async () => {
      await rowsOf(server, change)
      return null
    })
    expect(outcome(await send('short', { code }))).toEqual(told)
    expect(await rowsOf(server, 'select id from requests')).toEqual(before)
  })

  test('proves it to the customer’s own site', async () => {
    const { body } = await server.call<{ token: string }>('GET', `/forms/closed/auth/token${query(await come('closed'))}`)
    const [header = '', payload = '', signature = ''] = body.data?.token.split('.') ?? []
    const expected = createHmac('sha256', messageKey(SSO_SECRET, 'session-token-v1')).update(`${header}.${payload}`).digest('base64url')
    expect(signature).toBe(expected)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    expect(claims).toMatchObject({ iss: 'http://sportello.example', aud: 'closed', sub: 'email:anna@example.org', email: 'anna@example.org', auth_type: 'SSO' })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
  })
})

describe('a survey with a session', () => {
  test('is stored with the placeholder, once a person over all of that person’s sessions', async () => {
    const first = await send('survey', { code: await come('survey') })
    expect(first.status).toBe(201)
    expect(await rowsOf(server, 'select email, auth_type from requests where ticket = $1', [first.body.data?.ticket])).toEqual([
      { email: 'survey@placeholder.invalid', auth_type: 'SURVEY' },
    ])
    const again = await come('survey', { email: 'Anna@Example.org' })
    expect(outcome(await send('survey', { code: again }))).toEqual([409, 'forms0027'])
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/survey${query(again)}`)
    expect(body.data?.metadata?.survey_compiled).toBe(true)
    expect((await send('survey', { code: await come('survey', { email: 'berta@example.org' }) })).status).toBe(201)
  })

  test('may be sent again where its author lets it, with the same session', async () => {
    const code = await come('again')
    expect([(await send('again', { code })).status, (await send('again', { code })).status]).toEqual([201, 201])
  })
})

test('an autoresponder parks its request behind a link, and opens no ticket; a step that wants one is refused', async () => {
  const { status, body } = await send('reply', { parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } })
  expect([status, body.data?.notifier_email]).toEqual([201, server.services.config.mailFrom])
  expect(await rowsOf(server, 'select opens_ticket, state from requests where ticket = $1', [body.data?.ticket])).toEqual([
    { opens_ticket: false, state: 'awaiting_confirmation' },
  ])
  const bundle = accessForm({ code: 'ticketing', authTypes: ['AUTORESPONDER'] })
  Object.assign(bundle.definitions[0]?.children[0] ?? {}, { opens_ticket: true })
  await server.load(bundle)
  expect(outcome(await send('ticketing', { parts: { email: 'a@b.it', confirmed_email: 'a@b.it' } }))).toEqual([422, 'forms0036'])
})

function json(body: object): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

describe('who leaves', () => {
  const leave = (form: string, code: string | undefined) => server.call('DELETE', `/forms/${form}/session${query(code)}`)

  test('is nobody from then on, in another browser too, and the session of another stays', async () => {
    const [mine, other] = [await enter(server, 'closed'), await enter(server, 'closed')]
    expect(await leave('closed', mine)).toMatchObject({ status: 200, body: { data: {} } })
    expect(outcome(await server.call('GET', `/forms/closed${query(mine)}`)).join(' ')).toBe('401 forms0011')
    expect((await server.call('GET', `/forms/closed${query(other)}`)).status).toBe(200)
    expect((await leave('closed', mine)).status).toBe(200)
  })

  test.each(['A'.repeat(43), "' or 1=1 --", undefined])('with a code that is nobody’s (%s) ends nothing', async (code) => {
    const before = await rowsOf(server, 'select count(*)::int as n from sessions')
    expect((await leave('closed', code)).status).toBe(200)
    expect(await rowsOf(server, 'select count(*)::int as n from sessions')).toEqual(before)
  })

  test('at another form ends nothing', async () => {
    const mine = await enter(server, 'closed')
    expect((await leave('both', mine)).status).toBe(200)
    expect((await server.call('GET', `/forms/closed${query(mine)}`)).status).toBe(200)
  })
})

describe('no call of a form lets in who should not', () => {
  const MODES = ['SSO', 'LOGIN', 'TOKEN_LOGIN', 'DYNAMIC', 'SURVEY'] as const
  type Bearer = 'nobody' | 'own' | 'unknown' | 'expired' | 'used' | 'foreign' | 'garbage'
  const codes = new Map<string, string | undefined>()
  const closedForm = (mode: (typeof MODES)[number]) => `matrix-${mode}`.replace('_', '-')
  const FORMS = [...MODES.map(closedForm), 'both']

  /** A session as each way in opens it. */
  async function opened(form: string): Promise<string> {
    const customer = await server.services.catalog.customer(form)
    const mode = MODES.find((each) => closedForm(each) === form) ?? 'SSO'
    const by = mode === 'SURVEY' ? 'SSO' : mode
    const known = { email: `${randomUUID()}@example.org` }
    const code = customer && (await openSession(server.services, customer, { by, known, mappingId: null }))
    if (!code) throw new Error(`no session on ${form}`)
    return code
  }

  beforeAll(async () => {
    for (const mode of MODES) await server.load(accessForm({ code: closedForm(mode), authTypes: [mode], params: { survey_no_recompile: true } }))
    for (const form of FORMS) {
      codes.set(`${form} own`, await opened(form))
      for (const [bearer, change] of [
        ['expired', "expires_at = now() - interval '1 second'"],
        ['used', 'used_at = now()'],
      ] as const) {
        const code = await opened(form)
        await rowsOf(server, `update sessions set ${change} where code_hash = $1`, [hashOfSessionCode(code)])
        codes.set(`${form} ${bearer}`, code)
      }
      codes.set(`${form} foreign`, await opened(FORMS.find((each) => each !== form) ?? ''))
      codes.set(`${form} unknown`, 'A'.repeat(43))
      codes.set(`${form} garbage`, "' or 1=1 --\u{1F600}")
    }
  })

  const calls: Record<
    string,
    (form: string, code: string | undefined) => Promise<{ status: number; body: { errors: readonly { data: { code: string } }[] } }>
  > = {
    configuration: (form, code) => server.call('GET', `/forms/${form}${query(code)}`),
    tag: (form, code) => server.call('GET', `/forms/${form}/tags/ask${query(code)}`),
    'tag that needs a sign-in': (form, code) => server.call('GET', `/forms/${form}/tags/deep${query(code)}`),
    'absent tag': (form, code) => server.call('GET', `/forms/${form}/tags/nowhere${query(code)}`),
    header: (form, code) => server.call('GET', `/forms/${form}/tags/ask/header${query(code)}`),
    'site map': (form, code) => server.call('GET', `/forms/${form}/sitemap${query(code)}`),
    'site map of what needs a sign-in': (form, code) => server.call('GET', `/forms/${form}/sitemap${query(code)}${code === undefined ? '?' : '&'}tag=inside`),
    search: (form, code) => server.call('POST', `/forms/${form}/children${query(code)}`, json({ query: 'deep' })),
    'search below what needs a sign-in': (form, code) =>
      server.call('POST', `/forms/${form}/children${query(code)}`, json({ query: 'deep', starting_tag: 'inside' })),
    'service of a step that needs a sign-in': (form, code) => server.call('POST', `/forms/${form}/integrations/inner${query(code)}`, json({})),
    token: (form, code) => server.call('GET', `/forms/${form}/auth/token${query(code)}`),
    send: (form, code) => send(form, { code, fields: {} }),
    'send of a step that needs a sign-in': (form, code) =>
      send(form, { code, fields: { pick: 'x' }, parts: { code_tag: 'deep', email: 'a@b.it', confirmed_email: 'a@b.it' } }),
  }
  const told = async (form: string, bearer: Bearer) =>
    Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, outcome(await call(form, codes.get(`${form} ${bearer}`))).join(' ')])),
    )
  const all = (outcome: string) => Object.fromEntries(Object.keys(calls).map((name) => [name, outcome]))

  test.each(FORMS)('%s: with a code that is not good any more, every call says so and nothing else', async (form) => {
    expect(await told(form, 'expired')).toEqual(all('410 forms0005'))
    expect(await told(form, 'used')).toEqual(all('409 forms0027'))
    expect(await told(form, 'foreign')).toEqual(all('403 forms0041'))
    expect(await told(form, 'unknown')).toEqual(all('401 forms0011'))
    expect(await told(form, 'garbage')).toEqual(all('401 forms0011'))
  })

  test.each(MODES)('%s: without a session the configuration alone, and nothing of its steps in it', async (mode) => {
    const form = closedForm(mode)
    expect(await told(form, 'nobody')).toEqual({ ...all('401 forms0011'), configuration: '200' })
    const { body } = await server.call<CustomerConfiguration>('GET', `/forms/${form}`)
    expect(body.data).toMatchObject({ session: null, metadata: null, tag_header: null })
    expect(JSON.stringify(body)).not.toContain(SSO_SECRET)
  })

  test('both: without a session all but what needs a sign-in', async () => {
    expect(await told('both', 'nobody')).toEqual({
      configuration: '200',
      tag: '200',
      'tag that needs a sign-in': '403 forms0006',
      'absent tag': '404 http_not_found',
      header: '200',
      'site map': '200',
      'site map of what needs a sign-in': '403 forms0006',
      search: '200',
      'search below what needs a sign-in': '403 forms0006',
      'service of a step that needs a sign-in': '400 forms_integrations0005',
      token: '401 forms0011',
      send: '422 forms0038 subject',
      'send of a step that needs a sign-in': '403 forms0006',
    })
    const found = await server.call<object[]>('POST', '/forms/both/children', json({ query: 'deep' }))
    expect(found.body.data).toEqual([])
    const map = await server.call('GET', '/forms/both/sitemap')
    expect(JSON.stringify(map.body)).not.toContain('"deep"')
  })

  test.each(FORMS)('%s: with its own session everything', async (form) => {
    expect(await told(form, 'own')).toEqual({
      ...all('200'),
      'absent tag': '404 http_not_found',
      send: '422 forms0038 subject',
      'send of a step that needs a sign-in': '422 forms0043 pick',
    })
  })
})
