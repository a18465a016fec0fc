import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStateMailsCase } from '../../../test/state-mails-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { eraseRequests } from '../../requests/requests/rules.ts'

let on: Awaited<ReturnType<typeof startStateMailsCase>>
let [anna, again, bruno] = ['', '', '']
beforeAll(async () => {
  on = await startStateMailsCase()
  ;[anna, again, bruno] = ['anna', 'again', 'bruno'].map((name) => on.tickets[name] ?? '') as [string, string, string]
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await on.setUp({})
  await on.reset()
})

const set = (ticket: string, values: string) => rowsOf(on.server, `update requests set ${values} where ticket = $1`, [ticket])
const erase = async (ticket: string) => {
  const request = { customerCode: 'ours', id: await on.idOf(ticket), ticket }
  await acrossCustomers(on.server.database.kysely, (db) => eraseRequests(db, on.server.services, [request]))
}
const texts = async () => (await on.mails()).map(({ text_body }) => text_body)
describe('mails about changes of state', () => {
  test.each([
    ['was withdrawn', "state = 'cancelled'"],
    ['is not confirmed', "state = 'awaiting_confirmation'"],
    ['failed', "state = 'failed'"],
    ['has expired', "state = 'expired'"],
  ])('are not sent for a request that %s', async (_, values) => {
    await on.close(anna)
    await set(anna, values)
    expect(await on.tell()).toEqual([])
    expect(await on.notices()).toEqual([])
    expect(await rowsOf(on.server, 'select from state_notices where mailed_at is not null')).toEqual([])
  })

  test.each([
    ['no address', 'null'],
    ['an empty address', "''"],
    ['the address of a survey', "'survey@placeholder.invalid'"],
  ])('are not noted for a request with %s', async (_, email) => {
    await set(anna, `email = ${email}`)
    await on.close(anna)
    await set(anna, "email = 'Anna.Neri@example.org'")
    expect(await on.notices()).toEqual([])
  })

  test('are not sent after the requester has withdrawn the request on the page', async () => {
    await on.close(anna, 'Dal tecnico')
    expect((await on.followUp('POST', '/withdrawal', { cookie: await on.open(anna) })).status).toBe(200)
    expect(await on.tell()).toEqual([])
  })

  test('are not sent for a request that was erased, before or after the mail was queued', async () => {
    const [one, two] = await on.copies('E-', 2)
    await on.changeAll([String(one), String(two)])
    await erase(String(one))
    const release = await on.holdSending()
    await on.runDue()
    await erase(String(two))
    await release()
    expect(await on.mails()).toEqual([])
    expect(await rowsOf(on.server, 'select from state_mail_requests')).toEqual([])
    expect(await rowsOf(on.server, 'select from state_notices')).toEqual([])
  })

  test('about several requests leave out one that is erased or withdrawn before they are sent, and are deleted with the last', async () => {
    const tickets = await on.copies('G-', 3, 'group@example.org')
    const release = await on.holdSending()
    await on.changeAll(tickets)
    await on.runDue()
    await erase(String(tickets[0]))
    await set(String(tickets[1]), "state = 'cancelled'")
    await release()
    const [mail] = await on.mails()
    expect(mail?.text_body).toContain(tickets[2])
    expect(`${mail?.text_body} ${mail?.subject}`).not.toMatch(/G-1|G-2|su 3/)
    await on.reset()
    const again = await on.holdSending()
    await on.changeAll(tickets.slice(2))
    await on.runDue()
    await set(String(tickets[2]), "state = 'cancelled'")
    await again()
    expect(await on.mails()).toEqual([])
    expect(await rowsOf(on.server, 'select from state_mail_requests')).toEqual([])
  })

  test('that list several requests are deleted with the first that is erased', async () => {
    const tickets = await on.copies('D-', 2, 'two@example.org')
    await on.changeAll(tickets)
    expect(await on.tell()).toHaveLength(1)
    await erase(String(tickets[0]))
    expect(await on.mails()).toEqual([])
  })

  test('sent again by an operator are erased with the requests too, and their links are masked', async () => {
    const tickets = await on.copies('C-', 2, 'copy@example.org')
    await on.changeAll(tickets)
    const [mail] = await on.tell()
    const read = await on.call<{ text: string; kind: string }>('GET', `/mails/${mail?.id}`)
    expect([read.body.data?.kind, read.body.data?.text.includes('key=…')]).toEqual(['states', true])
    expect((await on.call('POST', `/mails/${mail?.id}/send`)).status).toBe(200)
    const both = await on.mails()
    expect(both.map(({ text_body }) => text_body)).toEqual([mail?.text_body, mail?.text_body])
    expect((await on.call('GET', `/mails/${mail?.id}`, 'theirs')).status).toBe(404)
    await erase(String(tickets[1]))
    expect(await on.mails()).toEqual([])
  })

  test('that have failed are rendered again without what was withdrawn meanwhile', async () => {
    await on.changeAll([anna, again])
    const [mail] = await on.tell()
    await rowsOf(on.server, "update mails set state = 'failed' where id = $1", [mail?.id])
    await set(again, "state = 'cancelled'")
    expect((await on.call('POST', `/mails/${mail?.id}/send`)).status).toBe(200)
    const [sent] = await on.mails()
    expect([sent?.subject, sent?.text_body.includes(again)]).toEqual([`Novità sulla tua richiesta ${anna}`, false])
  })
})

describe('a form that switches the mails', () => {
  test('off sends none that were noted or queued before', async () => {
    await on.close(anna)
    const release = await on.holdSending()
    await on.runDue()
    await on.close(bruno)
    await on.setUp({ mails: 'none' })
    await release()
    await on.runDue()
    expect(await on.mails()).toEqual([])
    expect(await on.notices()).toEqual([])
  })

  test.each([
    ['the mails', { mails: undefined }],
    ['the page', { active: false }],
  ])('on mails nothing that was changed before, also if %s were on before that', async (_, off) => {
    await on.close(anna, 'Dal tecnico')
    await on.setUp(off)
    await on.close(anna, 'In attesa')
    await on.close(bruno, 'Dal tecnico')
    await on.setUp({})
    expect(await on.tell()).toEqual([])
    await on.close(anna)
    await on.close(bruno)
    expect(await on.tell()).toHaveLength(2)
    for (const text of await texts()) expect(text).toMatch(/^(?![\s\S]*(In attesa|Dal tecnico))[\s\S]*Conclusa/)
  })

  test('to shorter texts is followed by mails that are not sent yet', async () => {
    await on.close(anna, 'Dal tecnico')
    await on.close(anna)
    await on.setUp({ states: false })
    expect((await on.tell())[0]?.text_body).not.toContain('Dal tecnico')
  })
})
