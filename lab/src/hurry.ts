import { setTimeout as sleep } from 'node:timers/promises'
import type { Lab } from './deployment.ts'

/** A pause that ends before its destination wished: how long it was to be, and what the destination had answered. */
export interface Pause {
  seconds: number
  status: number | null
}

/**
 * Lets the pauses between tries be over now, so that days of them fit into minutes. In one statement: a try that fails between two would have its job
 * run now and its mail wait, and a job whose mail is not due ends. @returns those of deliveries
 */
async function hurry({ owner }: Lab): Promise<Pause[]> {
  const { rows } = await owner.query<Pause>(`
    with due_mails as (update mails set next_attempt_at = now() where state = 'queued' and next_attempt_at > now()),
      due_jobs as (update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_by is null and payload->>'customer' is not null),
      due_lanes as (update delivery_lanes set next_due_at = now() where next_due_at > now())
    update deliveries set next_attempt_at = now() where state = 'queued' and next_attempt_at > now()
    returning extract(epoch from old.next_attempt_at - old.last_attempt_at)::float8 as seconds, last_status as status`)
  return rows
}

const EVERY_MS = 1_000

/** Hurries until something is so. @throws when it is not within the limit */
export async function hurryUntil(lab: Lab, done: () => Promise<boolean>, limitMs: number, seen: (pauses: Pause[]) => void = () => {}): Promise<void> {
  for (const deadline = Date.now() + limitMs; !(await done()); await sleep(EVERY_MS)) {
    if (Date.now() > deadline) throw new Error('there was no end of it within the limit')
    seen(await hurry(lab))
  }
}
