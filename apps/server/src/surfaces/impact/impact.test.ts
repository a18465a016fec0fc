import type { Impact } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const impact = (query: string, as = 'operator') => on.call<Impact>('GET', `/impact?${query}`, { as })
const NOBODY = { accounts: 0, tokens: 0, sessions: 0, links: 0, credentials: 0, requests: 0 }

test('the impact of changing a form counts its open requests, visitors, links, accounts, tokens, credentials and mappings', async () => {
  const session = (at: number, more: string) =>
    rowsOf(
      on.server,
      `insert into sessions (customer_code, code_hash, auth_type, expires_at, link_id, used_at, revoked_at) values ('ours', $1, 'LOGIN', ${more})`,
      [Buffer.from([at])],
    )
  await session(1, "now() + interval '1 hour', null, null, null")
  await session(2, "now() - interval '1 hour', null, null, null")
  await session(3, "now() + interval '1 hour', null, null, now()")
  await session(4, "now() + interval '1 hour', gen_random_uuid(), null, null")
  await session(5, "now() + interval '1 hour', gen_random_uuid(), now(), null")
  for (const disabled of [true, false])
    await rowsOf(
      on.server,
      "insert into accounts (customer_code, username, username_key, password_hash, imported_hash, disabled) values ('ours', $1, $1, '', '', $2)",
      [`a-${disabled}`, disabled],
    )
  for (const [at, burned] of ['now()', 'null'].entries())
    await rowsOf(on.server, `insert into tokens (customer_code, token_hash, burned_at) values ('ours', $1, ${burned})`, [Buffer.from([at])])
  await rowsOf(on.server, "insert into credentials (customer_code, credential_hash) values ('ours', 'x')")
  for (const state of ['awaiting_confirmation', 'failed', 'processed', 'expired'])
    await rowsOf(
      on.server,
      `insert into requests (customer_code, ticket, state, code_tag, definition_code_tag, definition_version, auth_type, lang_code, opens_ticket, person_key, content_hash)
       select 'ours', $1, $2, code_tag, code_tag, 1, 'SSO', 'it', true, 'person', '' from customers where customer_code = 'ours'`,
      [`I-${state}`, state],
    )
  const counted = { accounts: 1, tokens: 1, sessions: 1, links: 1, credentials: 1, requests: 2, mappings: 1 }
  expect((await impact('form=ours')).body.data).toMatchObject(counted)
  expect((await impact('form=theirs', 'theirs')).body.data).toMatchObject({ ...NOBODY, mappings: 1 })
})

test('the impact of changing a mail template names the forms that use it and that the operator may manage', async () => {
  await rowsOf(on.server, `update customers set params = params || '{"success_email_template": "thanks"}'`)
  expect((await impact('template=thanks')).body.data).toMatchObject({ uses: 2, used_by: ['ours', 'theirs'], ...NOBODY })
  expect((await impact('template=thanks', 'theirs')).body.data).toMatchObject({ uses: 1, used_by: ['theirs'] })
  expect((await impact('template=other')).body.data).toMatchObject({ uses: 0, used_by: [] })
})

test('the impact of a publication names the access modes that the draft removes, and counts people only for operators', async () => {
  const [{ code_tag = '' } = {}] = await rowsOf(on.server, "select code_tag from customers where customer_code = 'ours'")
  const draft = async (params: object) => {
    await rowsOf(on.server, 'insert into drafts (code_tag, steps) values ($1, 1) on conflict do nothing', [code_tag])
    await rowsOf(on.server, "delete from draft_nodes where code_tag = $1 and id = 'root'", [code_tag])
    await rowsOf(on.server, "insert into draft_nodes (code_tag, id, kind, position, content) values ($1, 'root', 'step', 'a0', $2)", [
      code_tag,
      { form_params: params },
    ])
  }
  expect((await impact(`definition=${code_tag}`)).body.data).toMatchObject({ removed_modes: [], uses: 0 })
  await draft({ auth_type: ['SSO', 'FREE'] })
  expect((await impact(`definition=${code_tag}`)).body.data).toMatchObject({ removed_modes: [], captcha_off: false, uses: 0 })
  await draft({ auth_type: ['FREE'] })
  expect((await impact(`definition=${code_tag}`)).body.data).toMatchObject({ removed_modes: ['SSO'], used_by: ['ours'], accounts: 1 })
  expect((await impact(`definition=${code_tag}`, 'publisher')).body.data).toMatchObject({ removed_modes: ['SSO'], used_by: ['ours'], ...NOBODY })
  await on.server.load(accessForm({ code: 'ours', authTypes: ['SSO'], params: { captcha: true, sso_secret_aes: 'a secret' } }))
  await draft({ auth_type: ['FREE'] })
  expect((await impact(`definition=${code_tag}`)).body.data).toMatchObject({ captcha_off: true })
})

test('a request for the impact is rejected if the object is unknown, the operator may not manage it, or the query is ambiguous', async () => {
  const [{ code_tag = '' } = {}] = await rowsOf(on.server, "select code_tag from customers where customer_code = 'ours'")
  for (const query of ['form=absent', 'definition=absent']) expect(codes(await impact(query))).toEqual([404, 'http_not_found'])
  for (const query of ['form=ours', `definition=${code_tag}`]) expect(codes(await impact(query, 'theirs'))).toEqual([404, 'http_not_found'])
  for (const query of ['', 'form=ours&template=x', `template=${'x'.repeat(129)}`, 'form=%00']) expect((await impact(query)).status).toBe(400)
  expect(codes(await impact('form=ours', 'viewer'))).toEqual([403, 'forms0018'])
  for (const query of ['form=ours', 'template=x']) expect(codes(await impact(query, 'publisher'))).toEqual([403, 'forms0018'])
})
