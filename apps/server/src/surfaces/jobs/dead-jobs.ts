import { failMail } from '../../delivery/mail/queries.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { failRequest } from '../../requests/requests/queries.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/**
 * SQL that selects dead jobs. A job is dead if it has used up its attempts and its mail or request has no other job. An
 * attempt that fails normally records the failure in the row of the mail or delivery. The attempts of a dead job
 * recorded nothing, because each threw an unexpected error or its process ended.
 */
const DEAD_JOBS = `
select j.id, t.identifier as task, j.payload->>'customer' as customer, j.payload->>'id' as subject, j.last_error
from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
where j.attempts >= j.max_attempts and j.locked_by is null and t.identifier in ('send_mail', 'mail_states', 'process_request')
  and j.payload->>'customer' is not null and j.payload->>'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  and not exists (
    select from graphile_worker._private_jobs o
    where o.task_id = j.task_id and o.payload->>'id' = j.payload->>'id' and o.attempts < o.max_attempts
  )
  and not exists (select from outbox where task = t.identifier and subject::text = j.payload->>'id')
order by j.id limit 100`

interface DeadJob {
  id: string
  task: 'send_mail' | 'mail_states' | 'process_request'
  customer: string
  subject: string
  last_error: string | null
}

/**
 * Marks the mail or request of each dead job as failed, so that operators can see and retry it, and then completes the
 * job. Runs every minute.
 */
export async function failDeadJobs({ database }: Pick<RequestServices, 'database'>): Promise<void> {
  const { rows } = await database.owner.query<DeadJob>(DEAD_JOBS)
  for (const { id, task, customer, subject, last_error } of rows) {
    const why = `its job was given up: ${last_error ?? 'the process ended with each try'}`.slice(0, 1_000)
    await withCustomer(database.jobs, customer, (db) =>
      task === 'process_request' ? failRequest(db, customer, subject, why) : failMail(db, customer, subject, why),
    )
    await database.owner.query('select graphile_worker.complete_jobs($1::bigint[])', [[id]])
  }
}
