/**
 * SQL of all jobs for customers that are not done: those that still wait in the outbox, and those in the job queue. A
 * query reads them as a table with the columns `task`, `customer`, `id` (of the mail, request or other subject of the
 * job), `run_at`, `attempts`, `max_attempts`, `locked_by`, `in_outbox` and `position`, which orders the jobs in the
 * outbox and those in the queue. It is no view, because a view would forbid the queue's library to change its tables.
 */
export const WAITING_JOBS = `(
  select t.identifier as task, j.payload ->> 'customer' as customer, j.payload ->> 'id' as id, j.run_at, j.attempts, j.max_attempts, j.locked_by, false as in_outbox, j.id as position
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.payload ->> 'customer' is not null
  union all
  select task, customer, subject::text, run_at, 0, 25, null, true, id from outbox
)`
