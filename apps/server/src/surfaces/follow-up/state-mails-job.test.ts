import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStateMailsCase } from '../../../test/state-mails-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { noteStateChanges } from '../../requests/state-mails/rules.ts'
import { storeReport } from '../../requests/ticket-states/queries.ts'

let on: Awaited<ReturnType<typeof startStateMailsCase>>
let anna = ''
beforeAll(async () => {
  on = await startStateMailsCase()
  anna = on.tickets.anna ?? ''
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await on.setUp({})
  await on.reset()
})

const texts = async () => (await on.mails()).map(({ text_body }) => text_body)

describe('the job that mails changes of state', () => {
  test('mails each change once if several workers run at once', async () => {
    const tickets = await on.copies('W-', 120)
    await on.changeAll(tickets)
    await rowsOf(on.server, 'update state_notices set due_at = now() where due_at is not null')
    await Promise.all(Array.from({ length: 4 }, () => on.run()))
    await on.run()
    const sent = await rowsOf(on.server, "select recipient, count(*)::int as mails from mails where kind = 'states' group by 1")
    expect([sent.length, ...new Set(sent.map(({ mails }) => mails))]).toEqual([120, 1])
  })

  test('sends one mail to a mailbox with many changed requests, however many workers run at once', async () => {
    await on.changeAll(await on.copies('O-', 60, 'one@example.org'))
    await rowsOf(on.server, 'update state_notices set due_at = now() where due_at is not null')
    await Promise.all(Array.from({ length: 6 }, () => on.run()))
    await on.run()
    expect(await rowsOf(on.server, "select recipient from mails where kind = 'states'")).toEqual([{ recipient: 'one@example.org' }])
    expect(await rowsOf(on.server, 'select distinct mail_id, count(*)::int as requests from state_mail_requests group by 1')).toMatchObject([{ requests: 60 }])
  })

  test('neither loses nor repeats a mail if it crashes between', async () => {
    await on.close(anna)
    await rowsOf(on.server, "create function crash() returns trigger language plpgsql as 'begin raise exception ''crashed''; end'")
    for (const table of ['mails', 'state_mail_requests', 'state_notices']) {
      await rowsOf(
        on.server,
        `create trigger crash before ${table === 'state_notices' ? 'update of mailed_at' : 'insert'} on ${table} for each row execute function crash()`,
      )
      await expect(on.runDue()).rejects.toThrow('crashed')
      await rowsOf(on.server, `drop trigger crash on ${table}`)
      expect(await rowsOf(on.server, "select from mails where kind = 'states'")).toEqual([])
      expect(await on.notices()).toHaveLength(1)
    }
    await rowsOf(on.server, 'drop function crash')
    expect(await on.tell()).toHaveLength(1)
    expect(await on.tell()).toHaveLength(1)
  })

  test('waits for a change that is under way, and tells it', async () => {
    await on.close(anna, 'Dal tecnico')
    await rowsOf(on.server, 'update state_notices set due_at = now()')
    const other = await on.server.database.owner.connect()
    await other.query('begin')
    await other.query('select from state_notices for update')
    await on.run()
    await other.query('commit')
    other.release()
    expect(await on.notices()).toHaveLength(1)
    expect(await on.tell()).toHaveLength(1)
  })

  test('sends as many statements for many requests as for few', async () => {
    const tickets = await on.copies('B-', 1_000)
    const counted = { state_notices: 'insert or update', mails: 'insert', state_mail_requests: 'insert' }
    await rowsOf(on.server, 'create table statements (name text)')
    await rowsOf(on.server, 'grant insert on statements to sportello_server')
    await rowsOf(
      on.server,
      "create function count_statement() returns trigger language plpgsql as 'begin insert into statements values (tg_table_name || tg_op); return null; end'",
    )
    for (const [table, on_] of Object.entries(counted))
      await rowsOf(on.server, `create trigger counted after ${on_} on ${table} for each statement execute function count_statement()`)
    const counts = async () =>
      Object.fromEntries((await rowsOf(on.server, 'select name, count(*)::int as n from statements group by 1')).map(({ name, n }) => [name, n]))
    await on.changeAll(tickets)
    // Each call changes 100 requests with one statement, which inserts and updates.
    expect(await counts()).toEqual({ state_noticesINSERT: 10, state_noticesUPDATE: 10 })
    await rowsOf(on.server, 'truncate statements')
    await rowsOf(on.server, 'update state_notices set due_at = now()')
    await rowsOf(on.server, 'truncate statements')
    // Nothing is sent: a thousand jobs take longer than all else here.
    const release = await on.holdSending()
    await on.run()
    // Five batches of 200, each with one statement that postpones and one that marks.
    expect(await counts()).toEqual({ mailsINSERT: 5, state_mail_requestsINSERT: 5, state_noticesUPDATE: 10 })
    await rowsOf(on.server, "delete from outbox where task = 'mail_states'")
    await rowsOf(
      on.server,
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'mail_states' and j.locked_at is null`,
    )
    await on.untilSent()
    for (const table of Object.keys(counted)) await rowsOf(on.server, `drop trigger counted on ${table}`)
    await rowsOf(on.server, 'drop function count_statement')
    await rowsOf(on.server, 'drop table statements')
    expect(await rowsOf(on.server, "delete from mails where kind = 'states' returning id")).toHaveLength(1_000)
    await release()
  }, 120_000)

  test('says nothing of changes that a server of the release before has stored, and uses a task that its worker does not know', async () => {
    await rowsOf(
      on.server,
      `insert into desk_entries (customer_code, request_id, operator, kind, before, after) select customer_code, id, 'all', 'state', '"open"', '"Dal tecnico"' from requests where ticket = $1`,
      [anna],
    )
    await rowsOf(on.server, "update desk_cases set state = 'Dal tecnico'")
    expect(await on.tell()).toEqual([])
    await on.close(anna)
    const release = await on.holdSending()
    await on.runDue()
    const [job] = await rowsOf(on.server, "select t.identifier from graphile_worker._private_tasks t where t.identifier = 'mail_states'")
    expect(job).toBeDefined()
    await release()
    expect(await texts()).toEqual([expect.stringMatching(/^(?![\s\S]*Dal tecnico)[\s\S]*Conclusa/)])
  })

  test('sends to a mailbox that nobody has confirmed no more mails than the limit of unconfirmed mails, and the others later', async () => {
    await on.server.load({ settings: [{ code: 'unconfirmed_mails', value: '1' }] })
    const [one, two] = await on.copies('U-', 2, 'unsure@example.org')
    await on.close(one)
    expect(await on.tell()).toHaveLength(1)
    await on.rest()
    await on.close(two)
    expect(await on.tell()).toHaveLength(1)
    const [later] = await rowsOf(on.server, "select due_at > now() + interval '5 hours' as is_later from state_notices where due_at is not null")
    expect(later).toEqual({ is_later: true })
    // Who has opened the link in a mail to the address has confirmed it.
    await rowsOf(
      on.server,
      "insert into verification_codes (customer_code, code_hash, request_id, purpose, expires_at, used_at) select customer_code, sha256(ticket::bytea), id, 'confirm_request', now(), now() from requests where ticket = $1",
      [two],
    )
    expect(await on.tell()).toHaveLength(2)
    await on.server.load({ settings: [{ code: 'unconfirmed_mails', value: '20' }] })
  })
})

describe('a change that a ticket system reports', () => {
  const report = async (state: string, { done = false, at = new Date() } = {}) =>
    withCustomer(on.server.database.kysely, 'ours', async (db) => {
      const requestId = await on.idOf(anna)
      if (!(await storeReport(db, { customerCode: 'ours', requestId, destination: 'webhook', kind: 'webhook', number: '1' }, { state, done, at }))) return
      await noteStateChanges(db, [{ customer_code: 'ours', id: requestId, params: (await on.server.services.knownCustomer('ours')).params }])
    })

  test('is mailed by its own time, whole and without markup, and not again if it is reported again', async () => {
    const name = `<b>In lavorazione</b> $& {{ ticket }} ${'x'.repeat(300)}`
    const at = new Date(Date.now() - 60_000)
    await report(name, { at })
    await report(name, { at })
    const [mail] = await on.tell()
    expect(mail?.html_body).toContain('&lt;b&gt;In lavorazione&lt;/b&gt; $&amp; {{ ticket }} xxx')
    expect(mail?.html_body).toContain('x…')
    expect(mail?.html_body).not.toContain('x'.repeat(121))
    await on.rest()
    await report(name, { at })
    expect(await on.tell()).toHaveLength(1)
  })

  test('ends the work if the request is not on the desk', async () => {
    await rowsOf(on.server, 'delete from desk_cases where request_id = $1', [await on.idOf(anna)])
    await on.setUp({ mails: 'closed', states: false })
    await report('In corso')
    expect(await on.tell()).toEqual([])
    await report('Risolta', { done: true })
    expect((await on.tell())[0]?.text_body).toMatch(/Conclusa dall’ufficio(?![\s\S]*Risolta)/)
    await on.rest()
    await report('Riaperta', { at: new Date(Date.now() + 1_000) })
    expect((await on.tell())[1]?.text_body).toContain('Riaperta dall’ufficio')
  })

  test('that was taken back says nothing', async () => {
    await report('In corso')
    await on.tell()
    await on.rest()
    await report('Risolta', { at: new Date(Date.now() + 1_000) })
    await report('In corso', { at: new Date(Date.now() + 2_000) })
    expect(await on.tell()).toHaveLength(1)
  })
})
