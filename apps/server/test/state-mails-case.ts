import { type DeskBatchOutcome, MAX_DESK_BATCH } from '@sportello/contract'
import { expect } from 'vitest'
import { mailStateChanges } from '../src/surfaces/follow-up/jobs.ts'
import { startFollowUpCase } from './follow-up-case.ts'
import { eventually } from './mail-sink.ts'
import { sampleBundle } from './sample-bundle.ts'
import { openRowsOf, rowsOf } from './traces.ts'

const SENDING_LIMIT_MS = 25_000

/** A mail about changes of state, decrypted. */
export interface StateMailRow {
  id: string
  request_id: string | null
  recipient: string
  lang_code: string
  subject: string
  text_body: string
  html_body: string
  state: string
}

/** Starts the follow-up case with forms that mail changes of state. `again` is a second request from the mailbox of `anna`. */
export async function startStateMailsCase(followUp: Record<string, unknown> = {}) {
  const paramsWith = (more: Record<string, unknown>) => ({
    desk_states: ['Dal tecnico', 'In attesa'],
    follow_up: { active: true, states: true, withdraw_hours: 24, mails: 'states', ...more },
  })
  const on = await startFollowUpCase(paramsWith(followUp))
  const { server, tickets } = on
  tickets.again = await on.send('ours', 'anna.neri@example.org', { street: 'Via Roma 2' })

  /** Gives a form other parameters for its follow-up page. */
  const setUp = (more: Record<string, unknown>, { form = 'ours', params = {} } = {}) =>
    server.load(sampleBundle({ code: form, params: { ...paramsWith(more), ...params } }))

  async function reset(): Promise<void> {
    // The triggers of the tests would deadlock with workers that still send.
    await untilSent()
    await rowsOf(server, 'truncate state_notices, state_mail_requests, desk_entries, desk_merges, ticket_states, ticket_state_changes, mailboxes, follow_ups')
    await rowsOf(server, "delete from mails where kind = 'states'")
    await on.settle()
  }
  const close = (ticket: unknown, state = 'closed') => on.call('PUT', `/requests/${ticket}/desk`, 'all', { body: { state } })
  const notices = () => rowsOf(server, 'select * from state_notices where due_at is not null')
  const run = () => mailStateChanges(server.services)
  /** Makes all notices due, and runs the job. */
  async function runDue(): Promise<void> {
    await rowsOf(server, 'update state_notices set due_at = now() where due_at is not null')
    await run()
  }
  /** Lets the hours pass in which a mailbox gets one mail. */
  const rest = () => rowsOf(server, "update state_notices set mailed_at = mailed_at - interval '200 hours'")

  /**
   * Waits until no worker has a mail to send.
   * @throws if this takes too long; mails that are sent later would disturb the next test
   */
  async function untilSent(): Promise<void> {
    const waiting = await eventually(
      () =>
        rowsOf(
          server,
          `select kind as mail from mails where kind = 'states' and state = 'queued' and next_attempt_at is null
            union all select task from outbox where task = 'mail_states'
            union all select t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail_states'`,
        ),
      (rows) => rows.length === 0,
      SENDING_LIMIT_MS,
    )
    expect(waiting).toEqual([])
  }

  /** Returns the mails about changes of state once all are sent, oldest first. */
  async function mails(): Promise<StateMailRow[]> {
    await untilSent()
    return (await openRowsOf(server, "select * from mails where kind = 'states' order by created_at, id")) as unknown as StateMailRow[]
  }
  /** Makes all notices due, runs the job, and returns the mails. */
  async function tell(): Promise<StateMailRow[]> {
    await runDue()
    return mails()
  }
  /** Stores copies of a request of `anna` as processed requests of other people, or all of one mailbox. @returns their tickets */
  async function copies(prefix: string, count: number, email?: string): Promise<string[]> {
    await rowsOf(
      server,
      `insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, email,
          person_key, content_hash, opens_ticket, processed_at)
        select r.customer_code, uuidv7(), $2 || n, 'processed', r.auth_type, r.definition_code_tag, r.definition_version, r.code_tag, r.lang_code, e.email,
          'email:' || e.email, r.content_hash, true, now()
        from requests r, generate_series(1, $3::int) n, lateral (select coalesce($4, $2 || n || '@example.org') as email) e where r.ticket = $1`,
      [tickets.anna, prefix, count, email ?? null],
    )
    return Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`)
  }
  /** Changes the state of many requests, 100 at a time, as the dashboard does. */
  async function changeAll(list: readonly string[], state = 'closed'): Promise<void> {
    for (let at = 0; at < list.length; at += MAX_DESK_BATCH) {
      const some = list.slice(at, at + MAX_DESK_BATCH)
      const { body } = await on.call<DeskBatchOutcome>('POST', '/desk/changes', 'all', { body: { tickets: some, change: { state } } })
      expect(body.data).toEqual({ changed: some.length, refused: [] })
    }
  }
  // A trigger that is created or dropped while workers run can deadlock with them. This one stays, and a row switches it.
  await rowsOf(server, 'create table held_mails (is_on boolean)')
  await rowsOf(
    server,
    `create function hold_mails() returns trigger language plpgsql security definer set search_path = public as
      'begin if new.kind = ''states'' and exists (select from held_mails) then new.next_attempt_at := now() + interval ''1 hour''; end if; return new; end'`,
  )
  await rowsOf(server, 'create trigger hold_mails before insert on mails for each row execute function hold_mails()')
  /** Keeps the workers from sending mails, until the returned function is called. */
  async function holdSending() {
    await rowsOf(server, 'insert into held_mails values (true)')
    return async () => {
      await rowsOf(server, 'truncate held_mails')
      await rowsOf(server, "update mails set next_attempt_at = null where kind = 'states'")
      await rowsOf(server, "select enqueue('mail_states', customer_code, id) from mails where kind = 'states' and state = 'queued'")
    }
  }
  await on.settle()
  return { ...on, setUp, reset, close, notices, run, runDue, rest, untilSent, mails, tell, copies, changeAll, holdSending }
}
