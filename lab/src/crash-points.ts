/**
 * A point in the processing of a request at which the reliability lab (fault-injection tests) may kill a server. The
 * server's
 * code contains nothing about these points. Instead, `crash-at.ts` observes its statements, files and responses.
 */
export interface CrashPoint {
  /** Description of what the process has just done, or is about to do, at the crash point. */
  name: string
  /** Matches the text of the SQL statement at which the process crashes. */
  sql?: RegExp
  /**
   * When the process is killed. `before`: before the statement is sent. `sent`: directly after it was sent. `after`:
   * after
   * its result has arrived. `commit`: directly after the commit of its transaction.
   */
  when?: 'before' | 'sent' | 'after' | 'commit'
  /** Used only with `commit`: the process is killed only if the statement returned rows. */
  found?: true
  /**
   * For a crash point that is not an SQL statement. The server either moves a file to the store or sends a visitor the
   * response. The process is killed before or after it moves the file, or after it has sent the response.
   */
  file?: 'before' | 'after'
  answered?: { method: string; status: number }
}

const INSERT = /^select (?:array\[try_)?store_submission\(/
const CONFIRM = /update verification_codes v set used_at/

/** All points at which a crash could break a guarantee of the product, in the order in which a request is processed. */
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
