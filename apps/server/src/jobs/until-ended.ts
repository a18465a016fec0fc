import type { Runner } from 'graphile-worker'

/** Milliseconds. */
interface Patience {
  /** Workers look for jobs every two seconds: who has not had an answer for so long, with no job at hand, never will. */
  silent: number
  /** The same with jobs at hand: none takes so long, and a job whose end was lost with the database would be at hand for ever. */
  busy: number
  /** A runner that ends gives its jobs so long; those that are left are freed when their worker's heartbeat is missed. */
  ending: number
}

const PATIENCE: Patience = { silent: 10_000, busy: 90_000, ending: 10_000 }

/** What only a worker says that has had an answer of the database, or just come from a job. */
const ANSWERED = ['worker:getJob:empty', 'job:start', 'job:complete'] as const

/**
 * Waits until a runner has ended. One that lost its database in the midst of ending, or of beginning, may neither work nor end (seen twice
 * after a killed postmaster, with graphile-worker 0.18: its promise stays open, and jobs would lie until the process is started again): it
 * is given up. So is one whose every look fails: it keeps for ever the failure of the first question it asked the database (the same version; its workers
 * went on looking, and no job ran).
 * @returns whether it was.
 */
export async function untilEnded(runner: Pick<Runner, 'promise' | 'events' | 'kill'>, patience = PATIENCE): Promise<boolean> {
  const { events } = runner
  let [seen, ending, atHand] = [performance.now(), Number.POSITIVE_INFINITY, 0]
  const heard = {
    seen: () => (seen = performance.now()),
    start: () => atHand++,
    complete: () => atHand--,
    ends: () => (ending = performance.now()),
  }
  for (const event of ANSWERED) events.on(event, heard.seen)
  events.on('job:start', heard.start)
  events.on('job:complete', heard.complete)
  events.on('stop', heard.ends)
  events.on('pool:gracefulShutdown', heard.ends)
  const stuck = Promise.withResolvers<true>()
  const timer = setInterval(() => {
    const now = performance.now()
    const silent = now - seen > (atHand === 0 ? patience.silent : patience.busy)
    if (silent || now - ending > patience.ending) stuck.resolve(true)
  }, Math.min(patience.silent, patience.ending) / 10)
  try {
    const gaveUp = await Promise.race([runner.promise.then(() => false), stuck.promise])
    if (gaveUp) void runner.kill('neither works nor ends').catch(() => {})
    return gaveUp
  } finally {
    clearInterval(timer)
    for (const event of ANSWERED) events.off(event, heard.seen)
    events.off('job:start', heard.start)
    events.off('job:complete', heard.complete)
    events.off('stop', heard.ends)
    events.off('pool:gracefulShutdown', heard.ends)
  }
}
