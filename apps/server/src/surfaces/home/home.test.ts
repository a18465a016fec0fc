import type { Home } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const home = async (as = 'operator') => (await on.call<Home>('GET', '/home', { as })).body.data

/** Inserts a request. @returns the id of the request */
async function request(form: string, ticket: string, { state = 'processed', more = {} as Record<string, string> } = {}): Promise<string> {
  const columns = Object.keys(more)
  const [row] = await rowsOf(
    on.server,
    `insert into requests (customer_code, ticket, state, code_tag, definition_code_tag, definition_version, auth_type, lang_code, opens_ticket, person_key, content_hash, created_at
      ${columns.map((column) => `, ${column}`).join('')})
     select $1, $2, $3, code_tag, code_tag, 1, 'SSO', 'it', true, 'person', '', now() ${columns.map((column) => `, ${more[column]}`).join('')}
     from customers where customer_code = $1 returning id`,
    [form, ticket, state],
  )
  return String(row?.id)
}

test('the start page lists failed and waiting items of the operator’s forms, failed items first', async () => {
  await request('ours', 'H-FAILED', { state: 'failed', more: { failure: "'no ticket number'" } })
  await request('theirs', 'H-THEIRS', { state: 'failed', more: { failure: "'no ticket number'" } })
  const opened = await request('ours', 'H-OPENED', { state: 'failed', more: { processed_at: 'now()' } })
  const waiting = await request('ours', 'H-WAITING')
  const deliveries = `insert into deliveries (customer_code, request_id, destination, kind, body, state, next_attempt_at, last_error)
    values ('ours', $1, $2, 'webhook', 'x', $3, $4, 'answered 503')`
  await rowsOf(on.server, deliveries, [opened, 'desk', 'dead', null])
  await rowsOf(on.server, deliveries, [waiting, 'desk', 'queued', new Date(Date.now() + 60_000)])
  await rowsOf(on.server, deliveries, [waiting, 'first-attempt', 'queued', null])
  const mails = "insert into mails (customer_code, request_id, kind, lang_code, recipient, state) values ('ours', $1, $2, 'it', 'a@example.org', $3)"
  await rowsOf(on.server, mails, [waiting, 'success', 'failed'])
  // A failed mail needs no attention from an operator if a later mail of the same kind exists.
  await rowsOf(on.server, mails, [waiting, 'validation', 'failed'])
  await rowsOf(on.server, mails, [waiting, 'validation', 'sent'])

  const troubles = (await home())?.troubles.map(({ kind, ticket, what, state, error }) => [kind, ticket, what, state, error].join(' '))
  expect(troubles?.toSorted()).toEqual([
    'delivery H-OPENED desk failed answered 503',
    'delivery H-WAITING desk retrying answered 503',
    'mail H-WAITING success failed ',
    'request H-FAILED  failed no ticket number',
    'request H-THEIRS  failed no ticket number',
  ])
  expect(troubles?.at(-1)).toBe('delivery H-WAITING desk retrying answered 503')
  expect((await home('theirs'))?.troubles.map(({ ticket }) => ticket)).toEqual(['H-THEIRS'])
  expect((await home('nobody'))?.troubles).toEqual([])
})

test('the start page counts the requests of each form that the operator may manage', async () => {
  await rowsOf(on.server, "update customers set description = 'Theirs' where customer_code = 'theirs'")
  const before = (await home('theirs'))?.forms[0] ?? { today: 0, week: 0 }
  await request('theirs', 'H-1')
  const { forms, more } = (await home('theirs')) ?? {}
  expect([forms?.length, more]).toEqual([1, false])
  expect(forms?.[0]).toMatchObject({ form: 'theirs', description: 'Theirs', today: before.today + 1, week: before.week + 1 })
  expect((await home())?.forms.map(({ form }) => form).toSorted()).toEqual(['ours', 'theirs'])
  expect((await home('nobody'))?.forms).toEqual([])
})

test('the start page shows requests that expire within a day, unpublished drafts, and whether the mail server is missing', async () => {
  await request('ours', 'H-SOON', { state: 'awaiting_confirmation', more: { expires_at: "now() + interval '2 hours'" } })
  await request('ours', 'H-LATER', { state: 'awaiting_confirmation', more: { expires_at: "now() + interval '2 days'" } })
  const [{ code_tag = '' } = {}] = await rowsOf(on.server, "select code_tag from customers where customer_code = 'ours'")
  await rowsOf(on.server, 'insert into drafts (code_tag, steps) values ($1, 1)', [code_tag])
  expect(await home()).toMatchObject({ expiring: 1, mail_configured: false, drafts: [{ code_tag }] })
  expect(await home('theirs')).toMatchObject({ expiring: 0, mail_configured: null, drafts: [] })
})

test('the start page lists the drafts of definitions that only the operator’s forms use, with the number of their changes', async () => {
  const [{ code_tag = '' } = {}] = await rowsOf(on.server, "select code_tag from customers where customer_code = 'theirs'")
  await rowsOf(on.server, 'insert into drafts (code_tag, steps) values ($1, 1)', [code_tag])
  const kinds = ['edit', 'edit', 'undo', 'redo', 'reset']
  for (const [at, kind] of kinds.entries())
    await rowsOf(
      on.server,
      `insert into draft_changes (code_tag, sequence, id, username, kind, operations, inverse) values ($1, $2, gen_random_uuid(), 'a', $3, '[]', '[]')`,
      [code_tag, 100 + at, kind],
    )
  expect((await home('theirs'))?.drafts).toMatchObject([{ code_tag, changes: 2 }])
  expect((await home('nobody'))?.drafts).toEqual([])
  await rowsOf(on.server, "update customers set code_tag = $1 where customer_code = 'ours'", [code_tag])
  expect((await home('theirs'))?.drafts).toEqual([])
})

test('the start page can be limited to one form that the operator may manage', async () => {
  const ofForm = async (form: string, as = 'operator') => on.call<Home>('GET', `/home?form=${form}`, { as })
  const { body } = await ofForm('theirs')
  expect(body.data?.forms.map(({ form }) => form)).toEqual(['theirs'])
  expect(body.data?.troubles.map(({ form }) => form)).toEqual(['theirs'])
  expect(body.data?.changes.filter(({ form }) => form !== 'theirs')).toEqual([])
  expect(body.data?.drafts.length).toBe(1)
  expect(codes(await ofForm('ours', 'theirs'))).toEqual([404, 'http_not_found'])
  expect(codes(await ofForm('absent'))).toEqual([404, 'http_not_found'])
  expect(codes(await ofForm('author', 'author'))).toEqual([403, 'forms0018'])
  expect((await ofForm('%00'.repeat(70))).status).toBe(400)
})

test('the start page shows the latest changes with their authors, without read accesses and without entries about persons', async () => {
  await on.call('POST', '/settings/systems', { body: { code: 'home_test', value: 'x' } })
  await on.call('GET', '/requests/H-FAILED')
  await on.call('POST', '/personal-data/search', { body: { email: 'a@example.org' } })
  const changes = (await home())?.changes ?? []
  expect(changes[0]).toMatchObject({ operator: 'owner', action: 'setting.add', subject: 'home_test', form: null })
  expect(changes.filter(({ action }) => /^(?:request|person|form\.visit)/.test(action))).toEqual([])
  expect((await home('theirs'))?.changes).toEqual([])
  expect((await home('viewer'))?.changes).toEqual([])
})
