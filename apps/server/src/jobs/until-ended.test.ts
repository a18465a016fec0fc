import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { untilEnded } from './until-ended.ts'

// A runner that hangs cannot be had on demand: it took a killed postmaster and luck.
function runner() {
  const ends = Promise.withResolvers<void>()
  const kill = vi.fn(() => Promise.reject(new Error('it hangs here too')))
  const events = new EventEmitter() as Runner['events'] & EventEmitter
  return { promise: ends.promise, ends, kill, events }
}
const PATIENCE = { silent: 200, busy: 700, ending: 100 }
let beat: NodeJS.Timeout | undefined
afterEach(() => clearInterval(beat))
const looksForJobs = (events: EventEmitter) => {
  beat = setInterval(() => events.emit('worker:getJob:empty', {}), 20)
}
const within = (waiting: Promise<boolean>, ms: number) => Promise.race([waiting, sleep(ms, 'still waiting')])

describe('a runner', () => {
  test('that ends is not given up', async () => {
    const one = runner()
    const waiting = untilEnded(one, PATIENCE)
    one.ends.resolve()
    expect(await waiting).toBe(false)
    expect(one.kill).not.toHaveBeenCalled()
    expect(one.events.eventNames()).toEqual([])
  })

  test('that fails says why', async () => {
    const one = runner()
    const waiting = untilEnded(one, PATIENCE)
    one.ends.reject(new Error('the database is away'))
    await expect(waiting).rejects.toThrow('the database is away')
  })

  test('that goes on looking for jobs is waited for', async () => {
    const one = runner()
    looksForJobs(one.events)
    expect(await within(untilEnded(one, PATIENCE), 500)).toBe('still waiting')
  })

  test('all of whose workers are at a long job is waited for, and is given up when it is silent afterwards', async () => {
    const one = runner()
    one.events.emit('worker:getJob:empty', {})
    const waiting = untilEnded(one, PATIENCE)
    one.events.emit('job:start', {})
    expect(await within(waiting, 500)).toBe('still waiting')
    one.events.emit('job:complete', {})
    expect(await within(waiting, 1_000)).toBe(true)
    expect(one.kill).toHaveBeenCalledOnce()
  })

  test('all of whose jobs never end is given up, later', async () => {
    const one = runner()
    one.events.emit('worker:getJob:empty', {})
    const waiting = untilEnded(one, PATIENCE)
    one.events.emit('job:start', {})
    expect(await within(waiting, 500)).toBe('still waiting')
    expect(await within(waiting, 1_000)).toBe(true)
  })

  test('that never looks for a job is given up', async () => {
    expect(await within(untilEnded(runner(), PATIENCE), 1_000)).toBe(true)
  })

  test('whose every look for a job fails is given up', async () => {
    const one = runner()
    beat = setInterval(() => {
      one.events.emit('worker:getJob:start', {})
      one.events.emit('worker:getJob:error', {})
    }, 20)
    expect(await within(untilEnded(one, PATIENCE), 1_000)).toBe(true)
  })

  test.each(['stop', 'pool:gracefulShutdown'])('that says %s and does not end is given up', async (event) => {
    const one = runner()
    looksForJobs(one.events)
    const waiting = untilEnded(one, PATIENCE)
    one.events.emit(event, {})
    expect(await within(waiting, 1_000)).toBe(true)
  })
})
