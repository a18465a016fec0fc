import { createHash } from 'node:crypto'
import type { ErasedData, PersonalData } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'
import { makeLinks } from '../../entrance/sessions/make-links.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

const TAX_CODE = 'RSSMRA80A01H501U'
let server: TestServer
const credentials: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['ours', 'theirs']) await server.load(sampleBundle({ code }))
  await server.load(accessForm({ code: 'closed', authTypes: ['SSO', 'DYNAMIC'], mappings: [{ client: 'acme' }] }))
  for (const [username, role, customers] of [
    ['owner', 'owner', null],
    ['operator', 'operator', null],
    ['theirs', 'owner', ['theirs']],
  ] as const) {
    await rowsOf(server, 'insert into operators (username, role, customers) values ($1, $2, $3) on conflict (username) do update set role = $2', [
      username,
      role,
      customers,
    ])
    credentials[username] = await openOperatorSession(server.database, username)
  }
})
afterAll(() => server.close())

async function send(form: string, email: string, answers: Record<string, string> = freshAnswers()) {
  const body = withFiles(sendForm(answers, { email, confirmed_email: email }), ['a.png', PNG])
  expect(
    (await server.call('POST', `/forms/${form}`, { body, headers: { 'Idempotency-Key': encodeURIComponent(`${form}${email}${answers.street}`) } })).status,
  ).toBe(201)
}
async function ask<T>(what: 'search' | 'erase', body: unknown, as = 'owner') {
  const answer = await server.call<T>('POST', `/managements/personal-data/${what}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', Authorization: `Bearer ${credentials[as]}` },
  })
  return { status: answer.status, data: answer.body.data, codes: answer.body.errors.map(({ data }) => [data.code, data.field]) }
}
const account = (form: string, username: string, email: string | null, metadata: object = {}) =>
  rowsOf(
    server,
    "insert into accounts (customer_code, username, username_key, password_hash, imported_hash, email, metadata) values ($1, $2, $2, '', '', $3, $4)",
    [form, username, email, metadata],
  )

describe('the data of one person', () => {
  test('are found by every spelling of the person’s e-mail address, without other people’s data', async () => {
    await send('ours', 'Mario.Rossi@example.org')
    await send('theirs', 'mario.rossi@example.org')
    await send('ours', 'mario.rossi.junior@example.org')
    await account('ours', 'mrossi', 'MARIO.ROSSI@example.org', { nome: 'Mario' })
    await account('ours', 'other', 'eva@example.org')
    const { status, data } = await ask<PersonalData>('search', { email: ' mario.ROSSI@example.org ' })
    expect(status).toBe(200)
    expect(data?.requests.map(({ form, email, attachments, answers }) => [form, email, attachments.length, Object.keys(answers)])).toEqual([
      ['ours', 'Mario.Rossi@example.org', 1, ['street', 'channel']],
      ['theirs', 'mario.rossi@example.org', 1, ['street', 'channel']],
    ])
    expect(data?.mails).toHaveLength(2)
    expect(data?.accounts).toEqual([{ form: 'ours', username: 'mrossi', email: 'MARIO.ROSSI@example.org', known: { nome: 'Mario' } }])
    expect(JSON.stringify(data)).not.toContain('junior')
  })

  test('are found by a complete tax code in answers and session data, in capital or small letters', async () => {
    await send('ours', 'a@example.org', { street: TAX_CODE.toLowerCase() })
    await send('ours', 'b@example.org', { street: `${TAX_CODE} and more` })
    await account('ours', 'coded', null, { cod_fiscale: TAX_CODE })
    const { data } = await ask<PersonalData>('search', { tax_code: TAX_CODE.toLowerCase() })
    expect(data?.requests.map(({ email }) => email)).toEqual(['a@example.org'])
    expect(data?.accounts.map(({ username }) => username)).toEqual(['coded'])
  })

  test('are found only in the forms that the operator may manage', async () => {
    const { data } = await ask<PersonalData>('search', { email: 'mario.rossi@example.org' }, 'theirs')
    expect(data?.requests.map(({ form }) => form)).toEqual(['theirs'])
    expect(data?.accounts).toEqual([])
    expect(data?.mails.map(({ form }) => form)).toEqual(['theirs'])
  })

  test('are erased with files, mails and logins in the forms that the operator may manage; other people’s data is kept', async () => {
    const files = (await filesIn(server, 'kept')).length
    expect((await ask<ErasedData>('erase', { email: 'mario.rossi@example.org' }, 'theirs')).data).toEqual({
      requests: 1,
      mails: 1,
      accounts: 0,
      tokens: 0,
      sessions: 0,
      saved_drafts: 0,
    })
    expect((await ask<ErasedData>('erase', { email: 'mario.rossi@example.org' })).data).toEqual({
      requests: 1,
      mails: 1,
      accounts: 1,
      tokens: 0,
      sessions: 0,
      saved_drafts: 0,
    })
    expect((await ask<ErasedData>('erase', { tax_code: TAX_CODE })).data).toMatchObject({ requests: 1, accounts: 1 })
    expect(await filesIn(server, 'kept')).toHaveLength(files - 3)
    expect(await rowsOf(server, 'select email from requests order by 1')).toEqual([{ email: 'b@example.org' }, { email: 'mario.rossi.junior@example.org' }])
    expect(await rowsOf(server, 'select username from accounts')).toEqual([{ username: 'other' }])
    expect(await rowsOf(server, 'select count(*)::int as n from idempotency_keys')).toEqual([{ n: 2 }])
    expect((await ask<PersonalData>('search', { email: 'mario.rossi@example.org' })).data).toEqual({
      requests: [],
      mails: [],
      accounts: [],
      tokens: [],
      sessions: [],
      saved_drafts: [],
    })
  })

  test('are exported and erased with an entry in the audit log that identifies the person by a hash', async () => {
    const lines = await rowsOf(server, "select operator, action, subject, customer_code from audit_lines where action like 'person.%' order by id")
    expect(lines.map(({ operator, action, customer_code }) => `${operator} ${action} ${customer_code}`)).toEqual([
      'owner person.export ours',
      'owner person.export theirs',
      'owner person.export ours',
      'theirs person.export theirs',
      'theirs person.erase theirs',
      'owner person.erase ours',
      'owner person.erase ours',
    ])
    expect(new Set(lines.map(({ subject }) => subject)).size).toBe(2)
    expect(JSON.stringify(await rowsOf(server, 'select * from audit_lines'))).not.toMatch(/rossi|RSSMRA/i)
  })

  test('are identified in the audit log by a keyed hash, from which nobody can guess the person', async () => {
    const subjects = (await rowsOf(server, "select subject from audit_lines where action like 'person.%'")).map(({ subject }) => subject)
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    for (const text of [`tax_code:${TAX_CODE}`, TAX_CODE, 'email:mario.rossi@example.org', 'mario.rossi@example.org'])
      for (const subject of subjects) expect(sha(text).startsWith(String(subject).slice(0, 16))).toBe(false)
  })

  test('are found even if they come after the first 1,000 accounts and tokens', async () => {
    await rowsOf(
      server,
      `insert into accounts (customer_code, username, username_key, password_hash, imported_hash, email)
       select 'ours', 'u' || n, 'u' || n, '', '', case when n % 1100 = 0 then 'late@example.org' else 'u' || n || '@example.org' end from generate_series(1, 2200) n`,
    )
    await rowsOf(
      server,
      `insert into tokens (customer_code, token_hash, metadata)
       select 'ours', sha256(n::text::bytea), jsonb_build_object('email', case when n % 1100 = 0 then 'late@example.org' else n || '@example.org' end)
       from generate_series(1, 2200) n`,
    )
    const { data } = await ask<PersonalData>('search', { email: 'late@example.org' })
    expect([data?.accounts.map(({ username }) => username).sort(), data?.tokens.length]).toEqual([['u1100', 'u2200'], 2])
    await rowsOf(server, "delete from accounts where username ~ '^u[0-9]+$'")
    await rowsOf(server, 'delete from tokens where token_hash in (select sha256(n::text::bytea) from generate_series(1, 2200) n)')
  })

  test('are found in every table by any address of the same mailbox that has a label (+)', async () => {
    await send('ours', 'Lia+one@example.org')
    await account('ours', 'lia', 'lia+two@example.org')
    await account('ours', 'known-lia', null, { email: ['x@example.org', 'LIA+three@example.org'] })
    await account('ours', 'liana', 'liana@example.org', { email: 'l.ia@example.org' })
    await rowsOf(server, "insert into tokens (customer_code, token_hash, metadata) values ('ours', 'a', $1), ('ours', 'b', $2)", [
      { email: 'lia@example.org' },
      { email: 'lia@example.com' },
    ])
    const { data } = await ask<PersonalData>('search', { email: 'lia@example.org' })
    expect(data?.requests.map(({ email }) => email)).toEqual(['Lia+one@example.org'])
    expect(data?.mails.map(({ recipient }) => recipient)).toEqual(['Lia+one@example.org'])
    expect(data?.accounts.map(({ username }) => username).toSorted()).toEqual(['known-lia', 'lia'])
    expect(data?.tokens.map(({ known }) => known)).toEqual([{ email: 'lia@example.org' }])
    expect((await ask<ErasedData>('erase', { email: 'lia+four@example.org' })).data).toEqual({
      requests: 1,
      mails: 1,
      accounts: 2,
      tokens: 1,
      sessions: 0,
      saved_drafts: 0,
    })
    expect(await rowsOf(server, "select username from accounts where username like '%lia%'")).toEqual([{ username: 'liana' }])
  })

  test('include sessions and personal links, whether encrypted or not; sessions of erased accounts are ended', async () => {
    const customer = await server.services.knownCustomer('closed')
    await makeLinks(server.services, customer, [{ email: 'Ada+link@example.org', cod_fiscale: TAX_CODE, nome: 'Ada' }, { email: 'eva@example.org' }])
    for (const person of [{ email: 'ada@example.org' }, { email: 'else@example.org', numero: TAX_CODE }, { email: 'eva@example.org' }])
      await enter(server, 'closed', { client: 'acme', ...person })
    await account('closed', 'ada', 'ada@example.org')
    await rowsOf(
      server,
      "insert into sessions (customer_code, code_hash, auth_type, person, expires_at) select 'closed', 'x', 'LOGIN', 'account:' || id, now() + interval '1 hour' from accounts where username = 'ada'",
    )
    expect(await rowsOf(server, 'select jsonb_typeof(known_data) as kind, count(*)::int as n from sessions group by 1 order by 1')).toEqual([
      { kind: 'object', n: 1 },
      { kind: 'string', n: 5 },
    ])
    const known = async (person: object) => {
      const { data } = await ask<PersonalData>('search', person)
      return data?.sessions.map(({ form, is_link, known: { email, nome } }) => [form, is_link, email, nome]).toSorted()
    }
    const link = ['closed', true, 'Ada+link@example.org', 'Ada']
    expect(await known({ tax_code: TAX_CODE })).toEqual([['closed', false, 'else@example.org', 'Anna'], link].toSorted())
    expect(await known({ email: 'ada@example.org' })).toEqual(
      [['closed', false, 'ada@example.org', 'Anna'], ['closed', false, undefined, undefined], link].toSorted(),
    )
    expect((await ask<ErasedData>('erase', { email: 'ada@example.org' })).data).toMatchObject({ accounts: 1, sessions: 3 })
    expect((await ask<ErasedData>('erase', { tax_code: TAX_CODE })).data).toMatchObject({ accounts: 0, sessions: 1 })
    expect(await known({ email: 'ada@example.org' })).toEqual([])
    expect(await known({ email: 'eva@example.org' })).toHaveLength(2)
    expect((await ask<PersonalData>('search', { email: 'eva@example.org' }, 'theirs')).data?.sessions).toEqual([])
  })

  test.each<[why: string, body: unknown, as: string, status: number, codes: unknown]>([
    ['neither an e-mail address nor a tax code', {}, 'owner', 400, [['forms_mgmt0001', 'email']]],
    ['both an e-mail address and a tax code', { email: 'a@b.it', tax_code: TAX_CODE }, 'owner', 400, [['forms_mgmt0001', 'email']]],
    ['an invalid e-mail address', { email: '%' }, 'owner', 400, [['forms_mgmt0001', 'email']]],
    ['an empty e-mail address', { email: '' }, 'owner', 400, [['forms_mgmt0001', 'email']]],
    ['a short code', { tax_code: 'A' }, 'owner', 400, [['forms_mgmt0001', 'tax_code']]],
    ['a pattern as the tax code', { tax_code: '%%%%%%%%%%%' }, 'owner', 400, [['forms_mgmt0001', 'tax_code']]],
    ['an unknown field', { email: 'a@b.it', form: 'ours' }, 'owner', 400, [['forms_mgmt0001', 'form']]],
    ['an insufficient role', { email: 'b@example.org' }, 'operator', 403, [['forms0018', undefined]]],
  ])('are not erased without permission or a valid body: %s', async (_why, body, as, status, codes) => {
    const before = await tracesOf(server)
    const answer = await ask('erase', body, as)
    expect([answer.status, answer.codes]).toEqual([status, codes])
    expect(await tracesOf(server)).toEqual(before)
  })
})
