import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, freshEmail, save, saved, told } from '../../../test/saved-draft-case.ts'
import { freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { sweepAttachments } from '../attachments/jobs.ts'
import { sweepSavedDrafts } from './jobs.ts'
import { linkHash } from './link-key.ts'
import { markSubmission } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load({
    settings: [
      { code: 'calls_per_minute', value: '1000000' },
      { code: 'unconfirmed_mails', value: '1000' },
    ],
  })
  for (const code of ['sample', 'other']) await server.load(sampleBundle({ code, params: { save_and_resume: {} } }))
})
afterAll(() => server.close())

const send = (saved_draft: string, key = randomUUID(), form = 'sample') => {
  const email = freshEmail()
  return server.call('POST', `/forms/${form}`, {
    body: withFiles(sendForm(freshAnswers(), { email, confirmed_email: email, saved_draft }), ['a.png', PNG]),
    headers: { 'Idempotency-Key': key },
  })
}
const row = async (id: string) => (await rowsOf(server, 'select ended, content, submitting_at from saved_drafts where id = $1', [id]))[0]
const filesOf = async (id: string) => (await rowsOf(server, 'select id from saved_draft_files where draft_id = $1', [id])).map(({ id: file }) => String(file))
const isKept = async (file: string) => (await filesIn(server, 'kept')).some((path) => path.includes(file))

describe('a submission of a saved draft', () => {
  test('deletes the draft with its files', async () => {
    const { id, key } = await saved(server)
    const [file = ''] = await filesOf(id)
    expect(await isKept(file)).toBe(true)
    expect((await send(key)).status).toBe(201)
    expect(await row(id)).toMatchObject({ ended: 'used', content: null })
    expect([await filesOf(id), await isKept(file)]).toEqual([[], false])
  })

  test('deletes the draft that the same page has saved, which knows no link', async () => {
    const save1 = randomUUID()
    await save(server, { key: save1, email: freshEmail() })
    expect((await send(save1)).status).toBe(201)
    const [newest] = await rowsOf(server, 'select ended from saved_drafts order by id desc limit 1')
    expect(newest?.ended).toBe('used')
  })

  test.each(['x'.repeat(43), 'unknown', ''])('is stored even if no draft has the key %j', async (key) => {
    expect((await send(key)).status).toBe(201)
  })

  test('of another customer’s form leaves the draft', async () => {
    const { id, key } = await saved(server)
    expect((await send(key, randomUUID(), 'other')).status).toBe(201)
    expect(await row(id)).toMatchObject({ ended: null })
  })

  test('that is rejected leaves the draft, which opens as before', async () => {
    const { id, key } = await saved(server)
    const body = sendForm({}, { saved_draft: key })
    expect((await server.call('POST', '/forms/sample', { body, headers: { 'Idempotency-Key': randomUUID() } })).status).toBe(422)
    expect(await row(id)).toMatchObject({ ended: null })
    expect(told(await ask(server, 'open', { key }))).toEqual([200])
  })

  test('counts even if the process ends before the draft is deleted: the link opens nothing, and a job deletes the draft', async () => {
    const { id, key } = await saved(server)
    const [file = ''] = await filesOf(id)
    const submission = randomUUID()
    await withCustomer(server.database.kysely, 'sample', (db) =>
      markSubmission(db, 'sample', { linkHash: linkHash(key), saveHash: Buffer.alloc(32) }, submission),
    )
    // The mark alone changes nothing, because the submission may still fail.
    expect(told(await ask(server, 'open', { key }))).toEqual([200])
    expect((await send('unknown', submission)).status).toBe(201)
    expect(await row(id)).toMatchObject({ ended: null })
    expect(told(await ask(server, 'open', { key }))).toEqual([409, 'forms0042 used'])
    expect(told(await save(server, { more: { key } }))).toEqual([409, 'forms0042 used'])
    await rowsOf(server, "update saved_drafts set submitting_at = now() - interval '1 hour' where id = $1", [id])
    await sweepSavedDrafts(server.services)
    expect([await row(id), await isKept(file)]).toMatchObject([{ ended: 'used', content: null }, false])
  })

  test('whose storage failed for good leaves the draft', async () => {
    const { id, key } = await saved(server)
    await withCustomer(server.database.kysely, 'sample', (db) =>
      markSubmission(db, 'sample', { linkHash: linkHash(key), saveHash: Buffer.alloc(32) }, randomUUID()),
    )
    await rowsOf(server, "update saved_drafts set submitting_at = now() - interval '1 hour' where id = $1", [id])
    await sweepSavedDrafts(server.services)
    expect(await row(id)).toMatchObject({ ended: null, submitting_at: null })
    expect(told(await ask(server, 'open', { key }))).toEqual([200])
  })
})

describe('the jobs', () => {
  test('delete expired drafts with their files, and forget them a month later', async () => {
    const [one, two] = [await saved(server), await saved(server)]
    const [file = ''] = await filesOf(one.id)
    await rowsOf(server, 'update saved_drafts set expires_at = now() where id = $1', [one.id])
    await sweepSavedDrafts(server.services)
    expect([await row(one.id), await isKept(file)]).toMatchObject([{ ended: 'expired', content: null }, false])
    expect(told(await ask(server, 'open', { key: one.key }))).toEqual([410, 'forms0040'])
    expect(told(await ask(server, 'open', { key: two.key }))).toEqual([200])
    await rowsOf(server, "update saved_drafts set ended_at = now() - interval '31 days' where id = $1", [one.id])
    await sweepSavedDrafts(server.services)
    expect(told(await ask(server, 'open', { key: one.key }))).toEqual([404, 'forms0003'])
  })

  test('do not take the files of a draft for leftovers', async () => {
    const { id } = await saved(server)
    const [file = ''] = await filesOf(id)
    await sweepAttachments(server.services, Date.now() + 48 * 3_600_000)
    expect(await isKept(file)).toBe(true)
    await rowsOf(server, 'delete from saved_drafts where id = $1', [id])
    await sweepAttachments(server.services, Date.now() + 48 * 3_600_000)
    expect(await isKept(file)).toBe(false)
  })
})
