import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import type { ToldChange } from '../../requests/state-mails/queries.ts'
import { LONGEST_WAIT_MINUTES } from '../../requests/state-mails/rules.ts'
import type { Step } from './told-changes.ts'

/** Maximum number of due notices that one transaction looks at, and maximum number of requests of which it mails changes. */
const BATCH = 200
const MOST_REQUESTS = 2_000

/**
 * Lets one process at a time mail changes, until the transaction ends, so that two workers never mail the same mailbox.
 * @returns false if another process does
 */
export async function holdStateMails(db: DeploymentDb): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('state_mails', 0)) as held`.execute(db)
  return rows[0]?.held ?? false
}

/** Returns the mailboxes, by form, that the longest due notices belong to. */
export async function readDueMailboxes(db: DeploymentDb): Promise<ReadonlyMap<string, Buffer[]>> {
  const { rows } = await sql<{ form: string; mailboxes: Buffer[] }>`
    select customer_code as form, array_agg(distinct mailbox_hash) as mailboxes from (
      select customer_code, mailbox_hash from state_notices where due_at <= now() order by due_at limit ${sql.lit(BATCH)}
    ) d group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ form, mailboxes }) => [form, mailboxes]))
}

/** SQL of the ids of a form's due notices of some mailboxes. Locks them, except for those that another transaction has locked. */
const dueIds = (form: string, mailboxes: readonly Buffer[]) => sql`
  array(select request_id from state_notices where customer_code = ${form} and mailbox_hash = any(${[...mailboxes]}::bytea[]) and due_at <= now()
    order by request_id for update skip locked)`

/**
 * Postpones the due notices of mailboxes that had a mail about the form in the last hours, or of which another request changed a moment
 * ago, so that one mail lists all of them.
 * @returns the number of postponed notices
 */
export async function postponeNotices(db: DeploymentDb, form: string, mailboxes: readonly Buffer[], everyHours: number): Promise<number> {
  const { rows } = await sql`
    with m as materialized (
      select mailbox_hash, greatest(max(mailed_at) + make_interval(secs => ${everyHours * 3_600}::float8),
        case when min(first_at) > now() - make_interval(mins => ${LONGEST_WAIT_MINUTES}) then max(due_at) end) as due_at
      from state_notices where customer_code = ${form} and mailbox_hash = any(${[...mailboxes]}::bytea[]) group by 1
    )
    update state_notices n set due_at = m.due_at from m
    where n.customer_code = ${form} and n.request_id = any(${dueIds(form, mailboxes)}) and n.mailbox_hash = m.mailbox_hash and m.due_at > now()
    returning n.request_id`.execute(db)
  return rows.length
}

/** Postpones the due notices of mailboxes by some hours. @returns their number */
export async function delayNotices(db: DeploymentDb, form: string, mailboxes: readonly Buffer[], hours: number): Promise<number> {
  const { rows } = await sql`
    update state_notices set due_at = now() + make_interval(hours => ${hours})
    where customer_code = ${form} and request_id = any(${dueIds(form, mailboxes)}) returning request_id`.execute(db)
  return rows.length
}

/** A due notice, and of its request what decides whether and what to mail. */
export interface DueNotice {
  id: string
  mailbox_hash: Buffer
  first_at: Date
  merge_told: boolean
  state: string
  email: string
  person_key: string
  lang_code: string
  created_at: Date
  /** True if the requester has opened the link that was mailed to the address. */
  by_link: boolean
  desk: string | null
  is_merged: boolean
}

/**
 * Locks the due notices of mailboxes and their requests, in the order in which those who erase or change requests do. Leaves out what
 * others have locked, for the next time.
 */
export async function lockDueNotices(db: DeploymentDb, form: string, mailboxes: readonly Buffer[]): Promise<DueNotice[]> {
  const held = await sql<{ id: string }>`
    select r.id from requests r where r.customer_code = ${form} and r.id = any(array(
      select request_id from state_notices where customer_code = ${form} and mailbox_hash = any(${[...mailboxes]}::bytea[]) and due_at <= now()
      order by due_at, request_id limit ${sql.lit(MOST_REQUESTS)}))
    order by r.id for key share skip locked`.execute(db)
  const ids = held.rows.map(({ id }) => id)
  const locked = await sql<{ id: string }>`
    select request_id as id from state_notices where customer_code = ${form} and request_id = any(${ids}::uuid[]) and due_at <= now()
    order by request_id for update skip locked`.execute(db)
  // A statement of its own, which sees what those have stored for whom the locks have waited.
  const { rows } = await sql<DueNotice>`
    select n.request_id as id, n.mailbox_hash, n.first_at, n.merge_told, r.state, r.email, r.person_key, r.lang_code, r.created_at,
      exists (select from verification_codes v where v.customer_code = r.customer_code and v.request_id = r.id and v.used_at is not null) as by_link,
      d.state as desk, m.request_id is not null as is_merged
    from state_notices n join requests r on r.customer_code = n.customer_code and r.id = n.request_id
      left join desk_cases d on d.customer_code = n.customer_code and d.request_id = n.request_id
      left join desk_merges m on m.customer_code = n.customer_code and m.request_id = n.request_id
    where n.customer_code = ${form} and n.request_id = any(${locked.rows.map(({ id }) => id)}::uuid[]) and r.id = any(${locked.rows.map(({ id }) => id)}::uuid[])
    order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

interface Ticket {
  destination: string
  state: string | null
  done: boolean
}

/** Reads the states of requests in ticket systems, and what has changed since the first change that is to be mailed, with four statements for all. */
export async function readSteps(db: DeploymentDb, form: string, notices: readonly Pick<DueNotice, 'id' | 'first_at'>[]) {
  const ids = notices.map(({ id }) => id)
  const firsts = notices.map(({ first_at }) => first_at.toISOString())
  const since = sql`unnest(${ids}::uuid[], ${firsts}::timestamptz[]) as k(id, first_at)`
  const desk = await sql<{ id: string; at: Date; kind: 'state' | 'merged'; before: string | null; after: string | null }>`
    select e.request_id as id, e.created_at as at, e.kind, e.before #>> '{}' as before, e.after #>> '{}' as after
    from ${since} join desk_entries e on e.customer_code = ${form} and e.request_id = k.id and e.created_at >= k.first_at
    where e.kind in ('state', 'merged') order by e.id`.execute(db)
  const tickets = await sql<Ticket & { id: string }>`
    select request_id as id, destination, state, done from ticket_states where customer_code = ${form} and request_id = any(${ids}::uuid[])
    order by request_id, destination`.execute(db)
  const reports = await sql<Report>`
    select * from (
      select c.request_id as id, c.destination, c.received_at as at, c.state_at, c.before, c.after, c.done, c.received_at >= k.first_at as is_new,
        coalesce(lag(c.done) over (partition by c.request_id, c.destination order by c.id), false) as was_done
      from ${since} join ticket_state_changes c on c.customer_code = ${form} and c.request_id = k.id order by c.id
    ) r where is_new`.execute(db)
  const steps = new Map<string, Step[]>(ids.map((id) => [id, []]))
  for (const { id, ...entry } of desk.rows) steps.get(id)?.push(deskStep(entry))
  for (const { id, ...report } of reports.rows) steps.get(id)?.push(ticketStep(report))
  return { steps, tickets: Map.groupBy(tickets.rows, ({ id }) => id) }
}

interface Report {
  id: string
  destination: string
  at: Date
  state_at: Date
  before: string | null
  after: string
  done: boolean
  was_done: boolean
}

function deskStep({ at, kind, before, after }: { at: Date; kind: 'state' | 'merged'; before: string | null; after: string | null }): Step {
  if (kind === 'merged') return { what: 'merge', at, before: before !== null, after: after !== null }
  return { what: 'desk', at, before: before ?? '', after: after ?? '' }
}

const ticketStep = ({ at, state_at, destination, before, was_done, after, done }: Omit<Report, 'id'>): Step => ({
  what: 'ticket',
  at,
  shownAt: state_at,
  destination,
  before,
  wasDone: was_done,
  after,
  done,
})

/** A mail about changes of requests of one mailbox. */
export interface StateMail {
  /** The only request that the mail is about; null if it is about several. */
  requestId: string | null
  language: string
  recipient: string
  requests: readonly { id: string; changes: readonly ToldChange[]; isMergeTold: boolean }[]
}

/** Queues mails about changes, with the requests that they list. */
export async function queueStateMails(db: DeploymentDb, form: string, mails: readonly StateMail[]): Promise<void> {
  if (mails.length === 0) return
  const listed = mails.flatMap(({ requests }, n) => requests.map(({ id, changes }) => ({ n, id, changes: JSON.stringify(changes) })))
  await sql`
    with k as materialized (
      select uuidv7() as id, n, request_id, lang_code, recipient from unnest(${mails.map((_, n) => n)}::int[], ${mails.map(({ requestId }) => requestId)}::uuid[],
        ${mails.map(({ language }) => language)}::text[], ${mails.map(({ recipient }) => recipient)}::text[]) as k(n, request_id, lang_code, recipient)
    ), mail as (
      insert into mails (customer_code, id, request_id, kind, lang_code, recipient)
      select ${form}, id, request_id, 'states', lang_code, recipient from k
    ), listed as (
      insert into state_mail_requests (customer_code, request_id, mail_id, changes)
      select ${form}, l.request_id, k.id, l.changes::jsonb from unnest(${listed.map(({ n }) => n)}::int[], ${listed.map(({ id }) => id)}::uuid[],
        ${listed.map(({ changes }) => changes)}::text[]) as l(n, request_id, changes) join k using (n)
    )
    select enqueue('mail_states', ${form}, id) from k`.execute(db)
}

/** Marks notices as done. Those of mailed requests remember the mail. */
export async function settleNotices(db: DeploymentDb, form: string, ids: readonly string[], mails: readonly StateMail[]): Promise<void> {
  const mailed = mails.flatMap(({ requests }) => requests)
  await sql`
    update state_notices set first_at = null, due_at = null, mailed_at = case when request_id = any(${mailed.map(({ id }) => id)}::uuid[]) then now() else mailed_at end,
      merge_told = merge_told or request_id = any(${mailed.filter(({ isMergeTold }) => isMergeTold).map(({ id }) => id)}::uuid[])
    where customer_code = ${form} and request_id = any(${[...ids]}::uuid[])`.execute(db)
}

/**
 * Counts a mail to each of the given mailboxes, whose addresses nobody has confirmed by a link.
 * @returns the mailboxes that have had as many unconfirmed mails as they may
 */
export async function countUnconfirmed(db: DeploymentDb, personKeys: readonly string[], limit: number): Promise<ReadonlySet<string>> {
  if (personKeys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...personKeys]}::text[]) as k(key) where count_mail(key, ${limit}) is not true`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
