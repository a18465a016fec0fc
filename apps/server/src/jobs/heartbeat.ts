import { randomUUID } from 'node:crypto'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'

const BEAT_MS = 4_000
/** A worker that has not been seen for so long is dead: a killed process's jobs run again within 30 s. */
const DEAD_AFTER_S = 15
/** A job that was taken so long ago is either at hand or was never heard of. */
const UNHEARD_AFTER_S = 5

/**
 * Tells the other processes that this one's workers live, and frees the jobs of those that died: by itself graphile-worker frees them
 * after four hours. So are jobs that this process's own workers took without ever hearing of it: the connection was cut when the database had locked them
 * and not yet said so (seen by the lab: hundreds of jobs lay under the name of workers that lived). A job that was in fact still running, or whose end is
 * still to be told, would run twice, which every task here withstands.
 */
export function startHeartbeat(owner: Pool, events: WorkerEvents, log: (message: string) => void): { stop: () => Promise<void> } {
  const workers = new Set<string>()
  const atHand = new Set<string>()
  const processId = randomUUID()
  events.on('job:start', ({ worker, job }) => {
    workers.add(worker.workerId)
    if (job.locked_by) workers.add(job.locked_by)
    atHand.add(String(job.id))
  })
  events.on('job:complete', ({ job }) => atHand.delete(String(job.id)))

  async function beat(): Promise<void> {
    try {
      await owner.query('insert into worker_heartbeats (worker_id) select unnest($1::text[]) on conflict (worker_id) do update set seen_at = now()', [
        [processId, ...workers],
      ])
      const { rowCount } = await owner.query(FREE_DEAD, [DEAD_AFTER_S])
      if (rowCount) log(`freed the jobs of ${rowCount} dead worker(s)`)
      const { rowCount: unheard } = await owner.query(FREE_UNHEARD, [UNHEARD_AFTER_S, [...workers], [...atHand]])
      if (unheard) log(`freed ${unheard} job(s) that were taken and never heard of`)
    } catch {
      // The database is away; the next beat tries again.
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
 * A job that was locked a moment ago may belong to a worker whose first beat is still to come. Of the processes that look at the same time one does the work: the
 * lock ends with the statement.
 */
const FREE_DEAD = `
with elected as (select pg_try_advisory_xact_lock(7021955) as mine), gone as (
  select distinct locked_by from graphile_worker._private_jobs jobs
  where (select mine from elected) and locked_by is not null and locked_at < now() - make_interval(secs => $1)
    and not exists (select from worker_heartbeats h where h.worker_id = jobs.locked_by and h.seen_at > now() - make_interval(secs => $1))
), swept as (delete from worker_heartbeats where seen_at < now() - interval '1 hour')
select graphile_worker.force_unlock_workers(array_agg(locked_by)) from gone having count(*) > 0`

const FREE_UNHEARD = `
update graphile_worker._private_jobs set locked_at = null, locked_by = null
where locked_by = any($2::text[]) and locked_at < now() - make_interval(secs => $1) and id <> all($3::bigint[])`
