import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { WAITING_JOBS } from '../../apps/server/src/platform/db/waiting-jobs.ts'
import { AttachmentStore } from '../../apps/server/src/requests/attachments/store.ts'
import { sweepAttachments } from '../../apps/server/src/requests/attachments/sweep-attachments.ts'
import { receiptOf, send } from './client.ts'
import type { Lab } from './deployment.ts'
import type { Faults } from './faults.ts'
import { HISTORY_FORM } from './history-form.ts'
import type { Ledger } from './ledger.ts'
import type { MailSink } from './mail-sink.ts'
import { type StoredAnswers, storedStreets } from './stored-answers.ts'

interface Stored {
  key: string
  form: string
  ticket: string | null
  state: string | null
  street: string | null
  answers: number
  files: number
  codes: number
  links: number
}

/**
 * Milliseconds without a completed job after which the audit considers jobs stuck. It is long enough for another worker
 * to take over the jobs of a dead worker.
 */
const QUIET_LIMIT_MS = 120_000
const ASKED_AGAIN = 50
const DAY_MS = 25 * 3_600_000

/**
 * Compares what the servers have acknowledged with the stored rows, files, mails and jobs. Must be called after the
 * simulated visitors have stopped and while the servers are still running.
 */
export async function audit(lab: Lab, ledger: Ledger): Promise<Faults> {
  const faults: Faults = Object.fromEntries(ledger.surprises)
  await add(faults, 'an unprocessed job is left in the queue', async () => ((await untilIdle(lab)) ? 0 : 1))
  const stored = await storedOf(lab)
  let [lost, changed, unconfirmed, halves] = [0, 0, 0, 0]
  for (const [key, entry] of ledger.entries) {
    const row = stored.get(key)
    if (row?.ticket !== entry.ticket) lost++
    else if (row.street !== entry.street) changed++
    if (entry.confirmed && row?.state !== 'processed') unconfirmed++
  }
  for (const { form, answers, files, codes, links } of stored.values()) {
    const withFile = form === 'parked' ? 1 : 0
    const waiting = form === 'parked' || form === 'limited' ? 1 : 0
    if (answers !== 1 || files !== withFile || codes !== waiting || links !== waiting) halves++
  }
  const count = async (sql: string) => Number((await lab.owner.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n)
  const requests = await count(`requests where customer_code <> '${HISTORY_FORM}'`)
  const keyed = [...stored.values()].filter(({ ticket }) => ticket !== null).length
  note(faults, { lost, changed, 'confirmed and not processed': unconfirmed, 'half done': halves, 'stored twice, or without its key': requests - keyed })
  note(faults, { 'direct request not processed': await count(`requests where customer_code not in ('parked', 'limited') and state <> 'processed'`) })
  note(faults, {
    'mail left unsent': await count(`mails where state = 'queued'`),
    'ticket not delivered': await count(`deliveries where state <> 'delivered'`),
  })
  Object.assign(faults, await fileFaults(lab))
  await add(faults, 'a repeated send gets another answer', () => repeatSends(lab, ledger))
  return faults
}

function note(faults: Faults, found: Faults): void {
  for (const [what, times] of Object.entries(found)) if (times !== 0) faults[what] = times
}

async function add(faults: Faults, what: string, look: () => Promise<number>): Promise<void> {
  note(faults, { [what]: await look() })
}

async function storedOf(lab: Lab): Promise<Map<string, Stored>> {
  const { rows } = await lab.owner.query<Omit<Stored, 'street'> & StoredAnswers>(`
    select k.key, k.customer_code as form, k.customer_code, r.id, r.ticket, r.state, (select a.form_fields from answers a where a.request_id = r.id) as form_fields,
      (select count(*)::int from answers a where a.request_id = r.id) as answers, (select count(*)::int from attachments a where a.request_id = r.id) as files,
      (select count(*)::int from verification_codes v where v.request_id = r.id) as codes,
      (select count(*)::int from mails m where m.request_id = r.id and m.kind = 'validation') as links
    from idempotency_keys k left join requests r on r.customer_code = k.customer_code and r.ticket = k.answer->>'ticket'`)
  const streets = await storedStreets(lab, rows)
  return new Map(rows.map((row, at) => [row.key, { ...row, street: streets[at] ?? null }]))
}

/**
 * SQL that counts the jobs of visitors' requests and the queued deliveries. The deployment's own recurring jobs are not
 * counted.
 */
const OPEN_JOBS = `
  select (select count(*) from ${WAITING_JOBS} jobs) + (select count(*) from deliveries where state = 'queued') as n`

/**
 * Waits until all jobs of visitors' requests are done.
 * @returns false if no job is completed within `limitMs`
 */
export async function untilIdle({ owner }: Lab, limitMs = QUIET_LIMIT_MS): Promise<boolean> {
  let [before, since] = [Number.POSITIVE_INFINITY, Date.now()]
  for (;;) {
    const jobs = Number((await owner.query<{ n: number }>(OPEN_JOBS)).rows[0]?.n)
    if (jobs === 0) return true
    if (jobs !== before) [before, since] = [jobs, Date.now()]
    if (Date.now() - since > limitMs) return false
    await sleep(100)
  }
}

/**
 * Compares the mails in the database with those that the test mail server received. Returns two lists: mails that were
 * not
 * received, whatever their rows say, and received mails that have no row. Must be called when no jobs are left.
 */
export async function mailFaults({ owner }: Lab, { kept }: Pick<MailSink, 'kept'>): Promise<Faults> {
  const { rows } = await owner.query<{ id: string }>('select id from mails where customer_code <> $1', [HISTORY_FORM])
  const ids = new Set(rows.map(({ id }) => `<${id}@sportello.example>`))
  const faults: Faults = {}
  note(faults, { 'mail lost': ids.difference(kept).size, 'mail of nobody': [...kept.keys()].filter((id) => !ids.has(id)).length })
  return faults
}

/**
 * Returns the attachment rows that have no file and the files that have no row. The files are listed after the daily
 * cleanup has run.
 */
async function fileFaults(lab: Lab): Promise<Faults> {
  const store = new AttachmentStore(lab.place)
  const database = openDatabase(lab.database, () => {})
  try {
    await sweepAttachments({ attachments: store, database }, Date.now() + DAY_MS)
    const { rows } = await lab.owner.query<{ customer_code: string; id: string }>('select customer_code, id from attachments')
    const kept = new Set<string>()
    for await (const { customerCode, ids } of store.storedBefore(Date.now() + DAY_MS)) for (const id of ids) kept.add(`${customerCode}/${id}`)
    const gone = rows.filter(({ customer_code, id }) => !kept.has(`${customer_code}/${id}`)).length
    const faults: Faults = {}
    note(faults, { 'file lost': gone, 'file of nobody': kept.size - (rows.length - gone) })
    return faults
  } finally {
    await database.close()
  }
}

/**
 * Submits some requests again with the same idempotency keys. Counts the responses that differ from the first response.
 */
async function repeatSends(lab: Lab, { entries }: Ledger): Promise<number> {
  let wrong = 0
  for (const entry of [...entries.values()].slice(-ASKED_AGAIN)) {
    const answer = await send(lab.anyServer().url, entry)
    if (answer.status !== 201 || receiptOf(answer).ticket !== entry.ticket) wrong++
  }
  return wrong
}

/** Formats the violations that an audit found as one line; undefined if there are none. */
export function formatFaults(faults: Faults): string | undefined {
  const all = Object.entries(faults)
  return all.length === 0 ? undefined : all.map(([what, times]) => `${what}: ${times}`).join('; ')
}
