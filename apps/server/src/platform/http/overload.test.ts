import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  // Reads the form once, so that the server caches it and needs no further database query for it.
  await server.call('GET', '/forms/sample')
})
afterAll(() => server.close())

test('the server rejects new requests while hundreds of requests wait for a database connection, and still serves the waiting requests', async () => {
  const { pool } = server.database
  // Occupies all connections of the database pool, except the connection on which the catalogue listens for changes.
  const held = await Promise.all(Array.from({ length: pool.options.max - pool.totalCount + pool.idleCount }, () => pool.connect()))
  const waiting = Array.from({ length: 512 }, () => pool.query('select 1'))
  const { status, headers, body } = await server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  expect([status, headers.get('retry-after'), body.errors[0]?.data.code]).toEqual([503, '2', 'forms0002'])
  for (const path of ['health/live', 'metrics']) expect((await fetch(`${server.url}/${path}`)).status, path).toBe(200)
  for (const connection of held) connection.release()
  expect(await Promise.all(waiting)).toHaveLength(512)
  expect((await server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })).status).toBe(201)
})

/**
 * Source code of a worker thread with its own event loop. It is a client that calls the server until it gets an error.
 */
const VISITOR = `
  const { parentPort, workerData: { form, live, key } } = require('node:worker_threads')
  const call = async (url) => {
    const answer = await fetch(url, { headers: { 'x-api-key': key } })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
  }
  ;(async () => {
    for (;;) {
      const [asked, lives] = await Promise.all([call(form), call(live)])
      parentPort.postMessage({ asked, lives: lives.status })
      if (asked.status !== 200) return
    }
  })().catch(() => {})`

interface Heard {
  asked: { status: number; retryAfter: string | null; text: string }
  lives: number
}

test('the server rejects requests while its event loop is blocked, does not exit, and serves requests afterwards', async () => {
  const api = `${server.url}/forms-service/rs/v2`
  const visitor = new Worker(VISITOR, {
    eval: true,
    workerData: { form: `${api}/forms/sample`, live: `${server.url}/health/live`, key: server.services.config.apiKey },
  })
  const heard: Heard[] = []
  const still = new Int32Array(new SharedArrayBuffer(4))
  visitor.on('message', (message: Heard) => heard.push(message))
  const refused = () => heard.find(({ asked }) => asked.status !== 200)
  for (let round = 0; round < 40 && !refused(); round++) {
    Atomics.wait(still, 0, 0, 1_200)
    await turn()
  }
  await visitor.terminate()
  const { asked } = refused() ?? {}
  expect([asked?.status, asked?.retryAfter, JSON.parse(asked?.text ?? '{}').errors?.[0]?.data.code]).toEqual([503, '2', 'forms0002'])
  expect(heard.map(({ lives }) => lives)).toEqual(heard.map(() => 200))
  await expect.poll(async () => (await server.call('GET', '/forms/sample')).status, { timeout: 10_000 }).toBe(200)
}, 120_000)
