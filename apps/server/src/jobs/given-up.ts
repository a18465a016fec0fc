import { withCustomer } from '../db/with-customer.ts'
import { giveUpMail } from '../mail/queries.ts'
import { failRequest } from '../requests/queries.ts'
import type { Services } from '../services.ts'

/**
 * Jobs that are begun no more, of what somebody waits for, where no other job does the same. A try that fails ends in its own row (a mail's, a delivery's);
 * these are the ones that never came so far: a fault of ours at each try, or a process that ended with each.
 */
const GIVEN_UP = `
select j.id, t.identifier as task, j.payload->>'customer' as customer, j.payload->>'id' as subject, j.last_error
from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
where j.attempts >= j.max_attempts and j.locked_by is null and t.identifier in ('send_mail', 'process_request')
  and j.payload->>'customer' is not null and j.payload->>'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  and not exists (
    select from graphile_worker._private_jobs o
    where o.task_id = j.task_id and o.payload->>'id' = j.payload->>'id' and o.attempts < o.max_attempts
  )
order by j.id limit 100`

interface GivenUp {
  id: string
  task: 'send_mail' | 'process_request'
  customer: string
  subject: string
  last_error: string | null
}

/** Makes what such a job was for failed, so that people see it and can try it again. Every minute. */
export async function settleGivenUp({ database }: Pick<Services, 'database'>): Promise<void> {
  const { rows } = await database.owner.query<GivenUp>(GIVEN_UP)
  for (const { id, task, customer, subject, last_error } of rows) {
    const why = `its job was given up: ${last_error ?? 'the process ended with each try'}`.slice(0, 1_000)
    await withCustomer(database.jobs, customer, (db) =>
      task === 'send_mail' ? giveUpMail(db, customer, subject, why) : failRequest(db, customer, subject, why),
    )
    await database.owner.query('select graphile_worker.complete_jobs($1::bigint[])', [[id]])
  }
}
