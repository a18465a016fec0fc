import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../test/send.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  // What a form is, the process remembers.
  await server.call('GET', '/forms/sample')
})
afterAll(() => server.close())

test('who comes when hundreds wait already is told so at once; those who wait are served, and so is everybody afterwards', async () => {
  const { pool } = server.database
  // One is taken: it listens for changes of the catalog.
  const held = await Promise.all(Array.from({ length: pool.options.max - pool.totalCount + pool.idleCount }, () => pool.connect()))
  const waiting = Array.from({ length: 512 }, () => pool.query('select 1'))
  const { status, headers, body } = await server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  expect([status, headers.get('retry-after'), body.errors[0]?.data.code]).toEqual([503, '2', 'forms0002'])
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  for (const connection of held) connection.release()
  expect(await Promise.all(waiting)).toHaveLength(512)
  expect((await server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })).status).toBe(201)
})
