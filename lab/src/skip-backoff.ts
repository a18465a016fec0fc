import { setTimeout as sleep } from 'node:timers/promises'
import type { Lab } from './deployment.ts'

/**
 * The backoff of a delivery that was skipped: its planned length, and the status with which the destination had
 * responded.
 */
export interface Backoff {
  seconds: number
  status: number | null
}

/**
 * Makes all pending retries due now, so that days of backoff fit into minutes. One statement changes deliveries, mails
 * and
 * jobs together. Otherwise a job could run while its mail is not due yet, and end without sending it.
 * @returns the skipped backoffs of deliveries
 */
async function skipBackoff({ owner }: Lab): Promise<Backoff[]> {
  const { rows } = await owner.query<Backoff>(`
    with due_mails as (update mails set next_attempt_at = now() where state = 'queued' and next_attempt_at > now()),
      due_links as (update saved_draft_mails set next_attempt_at = now() where next_attempt_at > now()),
      due_jobs as (update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_by is null and payload->>'customer' is not null),
      due_lanes as (update delivery_lanes set next_due_at = now() where next_due_at > now())
    update deliveries d set next_attempt_at = now()
    from (select customer_code, id, next_attempt_at from deliveries where state = 'queued' and next_attempt_at > now() for update) as waiting
    where d.customer_code = waiting.customer_code and d.id = waiting.id
    returning extract(epoch from waiting.next_attempt_at - d.last_attempt_at)::float8 as seconds, d.last_status as status`)
  return rows
}

const EVERY_MS = 1_000

/**
 * Skips the backoff of all pending retries every second until `done` returns true.
 * @throws if this takes longer than `limitMs`
 */
export async function skipBackoffUntil(lab: Lab, done: () => Promise<boolean>, limitMs: number, seen: (backoffs: Backoff[]) => void = () => {}): Promise<void> {
  for (const deadline = Date.now() + limitMs; !(await done()); await sleep(EVERY_MS)) {
    if (Date.now() > deadline) throw new Error('not done within the limit')
    seen(await skipBackoff(lab))
  }
}
