import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { startWorker, type Worker } from './worker.ts'

let server: TestServer
let worker: Worker
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  worker = await startWorker(server.services, () => {})
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

const ROUNDS = Number(process.env.WORKER_ROUNDS ?? 6)

test('the worker recovers without a restart after all its database connections were terminated repeatedly', { timeout: ROUNDS * 35_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const sends = Array.from({ length: 8 }, () => server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) }))
    await sleep(Math.random() * 60)
    for (let cut = 0; cut < 3; cut++) {
      await rowsOf(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()').catch(
        () => {},
      )
      await sleep(Math.random() * 150)
    }
    await Promise.allSettled(sends)
    const queued = () => rowsOf(server, "select 1 from mails where state = 'queued'").catch(() => [1])
    expect(await eventually(queued, (rows) => rows.length === 0, 30_000)).toEqual([])
  }
})

test('the worker stops within 15 s when it is asked to stop', async () => {
  const started = performance.now()
  await worker.stop()
  expect(performance.now() - started).toBeLessThan(15_000)
})
