import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { waitForExit } from './wait-for-exit.ts'

// A fake job runner. A real runner hangs only by chance, after the database was killed.
function runner() {
  const ends = Promise.withResolvers<void>()
  const kill = vi.fn(() => Promise.reject(new Error('it hangs here too')))
  const events = new EventEmitter() as Runner['events'] & EventEmitter
  return { promise: ends.promise, ends, kill, events }
}
const TIMEOUTS = { silent: 200, busy: 700, ending: 100 }
let beat: NodeJS.Timeout | undefined
afterEach(() => clearInterval(beat))
const looksForJobs = (events: EventEmitter) => {
  beat = setInterval(() => events.emit('worker:getJob:empty', {}), 20)
}
const within = (waiting: Promise<boolean>, ms: number) => Promise.race([waiting, sleep(ms, 'still waiting')])

describe('waitForExit', () => {
  test('returns false when the runner exits, and removes its listeners', async () => {
    const one = runner()
    const waiting = waitForExit(one, TIMEOUTS)
    one.ends.resolve()
    expect(await waiting).toBe(false)
    expect(one.kill).not.toHaveBeenCalled()
    expect(one.events.eventNames()).toEqual([])
  })

  test('rejects with the error of a runner that fails', async () => {
    const one = runner()
    const waiting = waitForExit(one, TIMEOUTS)
    one.ends.reject(new Error('the database is away'))
    await expect(waiting).rejects.toThrow('the database is away')
  })

  test('keeps waiting as long as the workers poll for jobs', async () => {
    const one = runner()
    looksForJobs(one.events)
    expect(await within(waitForExit(one, TIMEOUTS), 500)).toBe('still waiting')
  })

  test('keeps waiting during a long job, and abandons a runner that emits no event after the job', async () => {
    const one = runner()
    one.events.emit('worker:getJob:empty', {})
    const waiting = waitForExit(one, TIMEOUTS)
    one.events.emit('job:start', {})
    expect(await within(waiting, 500)).toBe('still waiting')
    one.events.emit('job:complete', {})
    expect(await within(waiting, 1_000)).toBe(true)
    expect(one.kill).toHaveBeenCalledOnce()
  })

  test('abandons a runner whose jobs never end, after the longer timeout for running jobs', async () => {
    const one = runner()
    one.events.emit('worker:getJob:empty', {})
    const waiting = waitForExit(one, TIMEOUTS)
    one.events.emit('job:start', {})
    expect(await within(waiting, 500)).toBe('still waiting')
    expect(await within(waiting, 1_000)).toBe(true)
  })

  test('abandons a runner that never polls for a job', async () => {
    expect(await within(waitForExit(runner(), TIMEOUTS), 1_000)).toBe(true)
  })

  test('abandons a runner whose polls all fail', async () => {
    const one = runner()
    beat = setInterval(() => {
      one.events.emit('worker:getJob:start', {})
      one.events.emit('worker:getJob:error', {})
    }, 20)
    expect(await within(waitForExit(one, TIMEOUTS), 1_000)).toBe(true)
  })

  test.each(['stop', 'pool:gracefulShutdown'])('abandons a runner that emits %s and does not exit', async (event) => {
    const one = runner()
    looksForJobs(one.events)
    const waiting = waitForExit(one, TIMEOUTS)
    one.events.emit(event, {})
    expect(await within(waiting, 1_000)).toBe(true)
  })
})
