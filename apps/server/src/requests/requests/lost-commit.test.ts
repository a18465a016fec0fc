import type { SendReceipt } from '@sportello/contract'
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { contentOf, filesIn, rowsOf } from '../../../test/traces.ts'
import { NotSent } from './store-queue.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

/**
 * Makes the next INSERT of a request fail. With `after`, the statement runs and then fails; with `instead`, it does not
 * run at all.
 */
function nextInsert(fail: { after?: Error; instead?: Error }): void {
  const { query } = Client.prototype
  type Query = (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...args: unknown[]) {
    // Behind a pooler, the statement has lost its name.
    if (!(args[0] as { text?: string }).text?.includes('store_submission')) return (query as Query).apply(this, args)
    spy.mockRestore()
    if (fail.instead) throw fail.instead
    await (query as Query).apply(this, args)
    throw fail.after
  } as Query)
}

const send = (key: string, answers = freshAnswers()) =>
  server.call<SendReceipt>('POST', '/forms/sample', { headers: { 'Idempotency-Key': key }, body: withFiles(sendForm(answers), ['buca.png', PNG]) })

describe('an INSERT of a request whose result is lost', () => {
  test('keeps the files if it was committed, and the repeated submission gets the same ticket', async () => {
    nextInsert({ after: new Error('Connection terminated unexpectedly') })
    const answers = freshAnswers()
    expect((await send('lost-answer', answers)).status).toBe(503)
    const again = await send('lost-answer', answers)
    expect(again.status).toBe(201)
    const [file] = await rowsOf(server, 'select a.id from attachments a join requests r on r.id = a.request_id where r.ticket = $1', [again.body.data?.ticket])
    expect(await contentOf(server, file?.id)).toEqual(PNG)
  })

  test.each([
    ['57P01', Object.assign(new DatabaseError('terminating connection due to administrator command', 1, 'error'), { code: '57P01' })],
    ['EPIPE', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  ])('keeps the files for the later cleanup if its result is unknown (%s), so that no row lacks its file', async (code, error) => {
    const before = (await filesIn(server, 'kept')).length
    nextInsert({ instead: error })
    expect((await send(`perhaps-${code}`)).status).toBe(503)
    expect(await filesIn(server, 'kept')).toHaveLength(before + 1)
  })

  test('is not looked up if the database was too slow to store it, so that the visitor gets an answer within five seconds', async () => {
    const holder = await server.database.owner.connect()
    await holder.query('begin; lock table idempotency_keys in access exclusive mode')
    try {
      nextInsert({ instead: new NotSent('the database is too slow') })
      const started = performance.now()
      expect((await send('too-slow')).status).toBe(503)
      // A query would have waited for the lock until its limit of 3.5 s.
      expect(performance.now() - started).toBeLessThan(3_000)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  test('leaves no file if the database rejected it', async () => {
    const before = (await filesIn(server, 'kept')).length
    nextInsert({ instead: Object.assign(new DatabaseError('could not extend file: No space left on device', 1, 'error'), { code: '53100' }) })
    expect((await send('refused')).status).toBe(503)
    expect(await filesIn(server, 'kept')).toHaveLength(before)
  })

  test('gives a repeated submission its receipt although the files cannot be stored again', async () => {
    const answers = freshAnswers()
    const first = await send('full-disk', answers)
    expect(first.status).toBe(201)
    const before = (await filesIn(server, 'kept')).length
    vi.spyOn(server.services.attachments, 'keep').mockRejectedValueOnce(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const again = await send('full-disk', answers)
    expect([again.status, again.body.data?.ticket]).toEqual([201, first.body.data?.ticket])
    expect(await filesIn(server, 'kept')).toHaveLength(before)
    expect(await filesIn(server, 'quarantine')).toEqual([])
  })
})
