import { randomUUID } from 'node:crypto'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool, QueryConfig } from 'pg'

/** Interval in milliseconds at which a process records a heartbeat for its workers. */
const BEAT_MS = 4_000
/**
 * Milliseconds after which a query of a heartbeat that gets no answer is given up. A database server that falls silent thus costs two
 * heartbeats, and the workers do not count as dead.
 */
const ANSWER_MS = 8_000
/**
 * Seconds without a heartbeat after which a worker counts as dead. The jobs of a killed process thus run again within
 * 30 s.
 */
const DEAD_AFTER_S = 15
/**
 * A job may be locked for a worker that never received it and so does not run it. After this many seconds, the server
 * unlocks such a job.
 */
const UNRECEIVED_AFTER_S = 5

/**
 * Records a heartbeat for the workers of this process, and unlocks two kinds of jobs. Jobs of dead workers:
 * graphile-worker itself would wait four hours. Jobs that a worker of this process has locked but never received,
 * because the connection broke before the response; in the reliability lab (fault-injection tests), hundreds of jobs
 * stayed locked in this way. An unlocked job may still be running, or its completion may not be recorded yet. It may
 * then run twice, which every task tolerates.
 */
export function startHeartbeat(owner: Pool, events: WorkerEvents, log: (message: string) => void): { stop: () => Promise<void> } {
  const workers = new Set<string>()
  const running = new Set<string>()
  const processId = randomUUID()
  events.on('job:start', ({ worker, job }) => {
    workers.add(worker.workerId)
    if (job.locked_by) workers.add(job.locked_by)
    running.add(String(job.id))
  })
  events.on('job:complete', ({ job }) => running.delete(String(job.id)))

  const ask = (text: string, values: unknown[]) => owner.query({ text, values, query_timeout: ANSWER_MS } as QueryConfig)

  async function beat(): Promise<void> {
    try {
      await ask(BEAT, [[processId, ...workers]])
      const { rowCount } = await ask(UNLOCK_DEAD, [DEAD_AFTER_S])
      if (rowCount) log(`unlocked the jobs of ${rowCount} dead worker(s)`)
      const { rowCount: unreceived } = await ask(UNLOCK_UNRECEIVED, [UNRECEIVED_AFTER_S, [...workers], [...running]])
      if (unreceived) log(`unlocked ${unreceived} job(s) that never reached their worker`)
    } catch {
      // The heartbeat failed because the database is unavailable. The next heartbeat is attempted at the usual
      // interval.
    }
  }
  void beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await owner.query('delete from worker_heartbeats where worker_id = any($1)', [[processId, ...workers]]).catch(() => {})
    },
  }
}

const BEAT = 'insert into worker_heartbeats (worker_id) select unnest($1::text[]) on conflict (worker_id) do update set seen_at = now()'

/**
 * SQL that unlocks the jobs of dead workers. Leaves recently locked jobs locked, because their worker may be new and
 * without a first heartbeat. An advisory lock lets only one process at a time run this statement; the lock ends with
 * the
 * statement.
 */
const UNLOCK_DEAD = `
with elected as (select pg_try_advisory_xact_lock(7021955) as mine), gone as (
  select distinct locked_by from graphile_worker._private_jobs jobs
  where (select mine from elected) and locked_by is not null and locked_at < now() - make_interval(secs => $1)
    and not exists (select from worker_heartbeats h where h.worker_id = jobs.locked_by and h.seen_at > now() - make_interval(secs => $1))
), swept as (delete from worker_heartbeats where seen_at < now() - interval '1 hour')
select graphile_worker.force_unlock_workers(array_agg(locked_by)) from gone having count(*) > 0`

/** SQL that unlocks the jobs that are locked for a worker of this process but are not running. */
const UNLOCK_UNRECEIVED = `
update graphile_worker._private_jobs set locked_at = null, locked_by = null
where locked_by = any($2::text[]) and locked_at < now() - make_interval(secs => $1) and id <> all($3::bigint[])`
