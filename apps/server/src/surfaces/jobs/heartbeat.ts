import { randomUUID } from 'node:crypto'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'

/** Interval in milliseconds at which a process records a heartbeat for its workers. */
const BEAT_MS = 4_000
/**
 * Seconds without a heartbeat after which a worker counts as dead. The jobs of a killed process thus run again within
 * 30 s.
 */
const DEAD_AFTER_S = 15
/**
 * Seconds after which the server unlocks a job that is locked for a worker but not run by it, because the worker never
 * received the job.
 */
const UNRECEIVED_AFTER_S = 5

/**
 * Records a heartbeat for the workers of the process, and unlocks the jobs of dead workers, for which graphile-worker
 * itself waits four hours. Also unlocks jobs that were locked for a worker of this process but never received by it,
 * because the connection broke between the lock and the response (in the reliability lab, the fault-injection tests,
 * hundreds of jobs stayed locked by live workers). A job that is still running, or whose completion is not recorded
 * yet, may then run twice; every task tolerates that.
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

  async function beat(): Promise<void> {
    try {
      await owner.query('insert into worker_heartbeats (worker_id) select unnest($1::text[]) on conflict (worker_id) do update set seen_at = now()', [
        [processId, ...workers],
      ])
      const { rowCount } = await owner.query(UNLOCK_DEAD, [DEAD_AFTER_S])
      if (rowCount) log(`unlocked the jobs of ${rowCount} dead worker(s)`)
      const { rowCount: unreceived } = await owner.query(UNLOCK_UNRECEIVED, [UNRECEIVED_AFTER_S, [...workers], [...running]])
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

/**
 * SQL that unlocks the jobs of dead workers. Leaves recently locked jobs locked, because their worker may not have
 * recorded its first heartbeat yet. An advisory lock, which ends with the statement, ensures that only one process at a
 * time runs the statement.
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
