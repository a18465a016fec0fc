/** A moment in the life of a request at which a process may die. The server knows nothing of them: `crash-at.ts` watches what it does. */
export interface CrashPoint {
  /** What has just been done, or is about to be. */
  name: string
  /** Names a statement by its text. */
  sql?: RegExp
  /** Before a statement is handed over, when it is on its way, or when its answer has come; `commit`: when that of its transaction's end has. */
  when?: 'before' | 'sent' | 'after' | 'commit'
  /** With `commit`: only where the statement has found something. */
  found?: true
  /** Instead of a statement: a file on its way into the store, or the answer to a visitor. */
  file?: 'before' | 'after'
  answered?: { method: string; status: number }
}

const INSERT = /^\s*with scope as materialized/
const CONFIRM = /update verification_codes v set used_at/

/** The moments between which a promise could be broken, in the order of a request's life. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  { name: 'a received file leaves quarantine', file: 'before' },
  { name: 'a received file has been kept', file: 'after' },
  { name: 'the request is about to be stored', sql: INSERT, when: 'before' },
  { name: 'the request is on its way to the database', sql: INSERT, when: 'sent' },
  { name: 'the request is stored and not yet acknowledged', sql: INSERT, when: 'after' },
  { name: 'the request has just been acknowledged', answered: { method: 'POST', status: 201 } },
  { name: 'a confirmation is not yet committed', sql: CONFIRM, when: 'after' },
  { name: 'a confirmation is committed and not yet answered', sql: CONFIRM, when: 'commit' },
  { name: 'a mail’s job has begun', sql: /from "mails" as "m".*for update/s, when: 'after' },
  { name: 'a mail was marked as sent and not yet committed', sql: /with mail as \(\s*update mails set state/, when: 'after' },
  { name: 'a ticket is opened and not yet committed', sql: /with processed as \(\s*update requests/, when: 'after' },
  { name: 'a delivery has begun', sql: /from claim_deliveries\(/, when: 'commit', found: true },
  { name: 'a delivery has arrived and is not yet noted', sql: /update deliveries set state/, when: 'before' },
]
