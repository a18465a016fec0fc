import type { AuditLine, VisitMail } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { addressCode } from './own-address.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())
beforeEach(async () => {
  for (const table of ['visit_subscriptions', 'operator_mails']) await rowsOf(on.server, `delete from ${table}`)
  await rowsOf(on.server, "update operators set email = username || '@office.example', confirmed_email = null")
})

const subscribe = (form: string, as: string) => on.call<VisitMail>('PUT', `/visits/mails/${form}`, { as, body: { language: 'de' } })
const confirm = (code: string, as: string) => on.call('POST', '/visits/address', { as, body: { code } })
const codeOf = (username: string) => addressCode(on.server.services.config, username, `${username}@office.example`)
/** Returns action, operator and subject of the entries of the audit log whose actions begin with a text, newest first. */
async function audited(beginning: string) {
  const { body } = await on.call<AuditLine[]>('GET', '/audit/1')
  return body.data?.filter(({ action }) => action.startsWith(beginning)).map(({ action, operator, subject }) => [action, operator, subject])
}
const queued = () => rowsOf(on.server, 'select kind, operator, lang_code, recipient, form, state from operator_mails')

describe('an operator', () => {
  test('subscribes, sees it at the next call, and ends it; each is in the audit log', async () => {
    expect((await on.call<VisitMail>('GET', '/visits/mails/ours', { as: 'author' })).body.data).toEqual({
      subscribed: false,
      email: 'author@office.example',
      confirmed: false,
    })
    for (let time = 0; time < 2; time++) expect((await subscribe('ours', 'author')).body.data).toMatchObject({ subscribed: true, confirmed: false })
    expect((await on.call<VisitMail>('GET', '/visits/mails/ours', { as: 'author' })).body.data).toMatchObject({ subscribed: true })
    expect((await on.call<VisitMail>('GET', '/visits/mails/ours', { as: 'viewer' })).body.data).toMatchObject({ subscribed: false })
    for (let time = 0; time < 2; time++)
      expect((await on.call<VisitMail>('DELETE', '/visits/mails/ours', { as: 'author' })).body.data).toMatchObject({ subscribed: false })
    expect(await audited('visits.')).toEqual([
      ['visits.unsubscribe', 'author', 'ours'],
      ['visits.subscribe', 'author', 'ours'],
    ])
  })

  test('without an address cannot subscribe', async () => {
    await rowsOf(on.server, "update operators set email = ''")
    expect(codes(await subscribe('ours', 'viewer'))).toEqual([400, 'forms_mgmt0001 email'])
    expect(await rowsOf(on.server, 'select * from visit_subscriptions')).toEqual([])
    expect(await queued()).toEqual([])
  })

  test.each(['theirs', 'nobody'])('%s cannot read or change the subscription to a form out of reach', async (as) => {
    for (const method of ['GET', 'DELETE']) expect(codes(await on.call(method, '/visits/mails/ours', { as }))).toEqual([404, 'http_not_found'])
    expect(codes(await subscribe('ours', as))).toEqual([404, 'http_not_found'])
    expect(await rowsOf(on.server, 'select * from visit_subscriptions')).toEqual([])
  })

  test.each([{}, { language: 'xx' }, { language: 'it', operator: 'owner' }, { language: 'it', email: 'a@b.example' }])(
    'cannot subscribe with %j',
    async (body) => expect((await on.call('PUT', '/visits/mails/ours', { body })).status).toBe(400),
  )
})

describe('an address', () => {
  test('is confirmed by the mailed code, by an operator who manages one form too', async () => {
    await subscribe('theirs', 'theirs')
    expect(await queued()).toEqual([
      { kind: 'address', operator: 'theirs', lang_code: 'de', recipient: 'theirs@office.example', form: 'theirs', state: 'queued' },
    ])
    expect((await confirm(codeOf('theirs'), 'theirs')).status).toBe(200)
    expect((await confirm(codeOf('theirs'), 'theirs')).status).toBe(200)
    expect((await on.call<VisitMail>('GET', '/visits/mails/theirs', { as: 'theirs' })).body.data).toMatchObject({ confirmed: true })
    expect(await audited('address.')).toEqual([['address.confirm', 'theirs', 'theirs']])
  })

  test.each(['viewer', 'owner'])('is not confirmed by the code of another operator (%s)', async (other) => {
    expect(codes(await confirm(codeOf(other), 'author'))).toEqual([400, 'forms_mgmt0001 code'])
    expect(await rowsOf(on.server, 'select username from operators where confirmed_email is not null')).toEqual([])
  })

  test('is not confirmed by the code of another operator who has the same address', async () => {
    await rowsOf(on.server, "update operators set email = 'desk@office.example'")
    const code = addressCode(on.server.services.config, 'viewer', 'desk@office.example')
    expect((await confirm(code, 'author')).status).toBe(400)
    expect((await confirm(code, 'viewer')).status).toBe(200)
    expect(await rowsOf(on.server, 'select username from operators where confirmed_email is not null')).toEqual([{ username: 'viewer' }])
  })

  test.each(['x', 'é'.repeat(43), 'x'.repeat(43), 'x'.repeat(200)])('is not confirmed by the made-up code %s', async (code) =>
    expect((await confirm(code, 'author')).status).toBe(400),
  )

  test('is not confirmed by the code of an earlier address, and must be confirmed again after a change', async () => {
    expect((await confirm(codeOf('author'), 'author')).status).toBe(200)
    await rowsOf(on.server, "update operators set email = 'new@office.example' where username = 'author'")
    expect((await on.call<VisitMail>('GET', '/visits/mails/ours', { as: 'author' })).body.data).toMatchObject({ email: 'new@office.example', confirmed: false })
    expect(codes(await confirm(codeOf('author'), 'author'))).toEqual([400, 'forms_mgmt0001 code'])
  })

  test('that is empty has no code', async () => {
    await rowsOf(on.server, "update operators set email = '' where username = 'author'")
    expect((await confirm(addressCode(on.server.services.config, 'author', ''), 'author')).status).toBe(400)
  })

  test('gets one mail in ten minutes, however often the operator asks; a new address gets one at once', async () => {
    const ids = async () => (await rowsOf(on.server, 'select id from operator_mails')).map(({ id }) => id)
    for (let time = 0; time < 3; time++) await subscribe('ours', 'author')
    const [first] = await ids()
    await rowsOf(on.server, "update operator_mails set state = 'sent', created_at = now() - interval '9 minutes'")
    await subscribe('ours', 'author')
    expect(await ids()).toEqual([first])
    await rowsOf(on.server, "update operator_mails set created_at = now() - interval '11 minutes'")
    await subscribe('theirs', 'author')
    const [second] = await ids()
    expect(second).not.toBe(first)
    expect(await queued()).toMatchObject([{ state: 'queued', form: 'theirs' }])
    await rowsOf(on.server, "update operators set email = 'new@office.example' where username = 'author'")
    await subscribe('theirs', 'author')
    expect(await queued()).toMatchObject([{ state: 'queued', recipient: 'new@office.example' }])
  })

  test('that is confirmed gets no mail with a link', async () => {
    await confirm(codeOf('author'), 'author')
    await subscribe('ours', 'author')
    expect(await queued()).toEqual([])
  })
})
