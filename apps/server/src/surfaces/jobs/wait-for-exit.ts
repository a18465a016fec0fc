import type { Runner } from 'graphile-worker'

/** Timeouts in milliseconds after which a hanging job runner is abandoned. */
interface ExitTimeouts {
  /**
   * Timeout of a job runner while no job is running. Workers poll every two seconds; if a worker has got no result for
   * this long, it will never get one.
   */
  silent: number
  /**
   * Timeout of a job runner while jobs are running. No job takes this long. If a job's end was lost because the
   * database failed, the job would otherwise count as running for ever.
   */
  busy: number
  /**
   * Timeout after a job runner has begun to stop. Jobs that are still running are unlocked later, when their worker
   * sends no more heartbeats.
   */
  ending: number
}

const TIMEOUTS: ExitTimeouts = { silent: 10_000, busy: 90_000, ending: 10_000 }

/**
 * Events of a job runner which show that one of its workers is alive. They occur when the database has answered the
 * worker,
 * and when the worker has started or completed a job.
 */
const SIGNS_OF_LIFE = ['worker:getJob:empty', 'job:start', 'job:complete'] as const

/**
 * Waits until a job runner has exited, and abandons a runner that hangs. Two bugs of graphile-worker 0.18 make this
 * necessary. A runner that loses its database while it starts or stops may neither work nor exit (seen twice after the
 * database was killed: its promise never settles, and jobs would wait until the process restarts). A runner whose first
 * query fails caches this failure for ever (its workers keep polling, but no job runs).
 * @returns true if the runner hung and was abandoned.
 */
export async function waitForExit(runner: Pick<Runner, 'promise' | 'events' | 'kill'>, timeouts = TIMEOUTS): Promise<boolean> {
  const { events } = runner
  let [lastSign, ending, runningJobs] = [performance.now(), Number.POSITIVE_INFINITY, 0]
  const on = {
    sign: () => (lastSign = performance.now()),
    start: () => runningJobs++,
    complete: () => runningJobs--,
    stop: () => (ending = performance.now()),
  }
  for (const event of SIGNS_OF_LIFE) events.on(event, on.sign)
  events.on('job:start', on.start)
  events.on('job:complete', on.complete)
  events.on('stop', on.stop)
  events.on('pool:gracefulShutdown', on.stop)
  const hung = Promise.withResolvers<true>()
  const timer = setInterval(() => {
    const now = performance.now()
    const silent = now - lastSign > (runningJobs === 0 ? timeouts.silent : timeouts.busy)
    if (silent || now - ending > timeouts.ending) hung.resolve(true)
  }, Math.min(timeouts.silent, timeouts.ending) / 10)
  try {
    const hasHung = await Promise.race([runner.promise.then(() => false), hung.promise])
    if (hasHung) void runner.kill('neither works nor ends').catch(() => {})
    return hasHung
  } finally {
    clearInterval(timer)
    for (const event of SIGNS_OF_LIFE) events.off(event, on.sign)
    events.off('job:start', on.start)
    events.off('job:complete', on.complete)
    events.off('stop', on.stop)
    events.off('pool:gracefulShutdown', on.stop)
  }
}
