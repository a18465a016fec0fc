import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { DeploymentHealth, SendReceipt } from '@sportello/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { clientOf, NO_SWIFT, type Passage, type RunningStore, startObjectStore } from '../../../test/object-store.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { contentOf, filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'
import { moveFiles } from '../../cli/move-files.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { objectStorageAt } from '../../platform/addresses.ts'
import { ConfigError } from '../../platform/config.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { makeBackup } from '../../surfaces/backup/make-backup.ts'
import { restoreBackup } from '../../surfaces/backup/restore-backup.ts'
import { AttachmentStore } from '../attachments/store.ts'
import { sweepAttachments } from '../attachments/sweep-attachments.ts'

const SECRET_KEY = 'the servers of a deployment share it'
const DAY_MS = 25 * 3_600_000
const TEXT = 'Il mio codice fiscale. '.repeat(5_000)

let store: RunningStore
let url: string
let server: TestServer
let other: TestServer
let folder: string
let credential: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-as-objects-'))
  if (NO_SWIFT) return
  store = await startObjectStore()
  url = await store.urlOf('files')
  server = await startTestServer({ env: { SECRET_KEY, S3_URL: url } })
  other = await startTestServer({ beside: server, env: { SECRET_KEY, S3_URL: url } })
  await server.load(sampleBundle())
  await rowsOf(server, "insert into operators (username, role) values ('anna', 'owner')")
  credential = await openOperatorSession(server.database, 'anna')
})
afterAll(async () => {
  await other?.close()
  await server?.close()
  await store?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => store?.gate.let('open'))

async function objects(at = url): Promise<string[]> {
  const { client, Bucket } = clientOf(at)
  return ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = '' }) => Key)
}
const trySend = (on = server, key: string = randomUUID(), body = withFiles(sendForm(freshAnswers()), ['a.txt', TEXT])) =>
  on.call<SendReceipt>('POST', '/forms/sample', { body, headers: { 'Idempotency-Key': key } })
interface Sent {
  ticket: string
  id: string
}
async function send(on = server): Promise<Sent> {
  const { status, body } = await trySend(on)
  expect([status, body.errors]).toEqual([201, []])
  return { ticket: body.data?.ticket ?? '', id: await fileOf(body.data?.ticket ?? '') }
}
const fileOf = async (ticket: string) =>
  String((await rowsOf(server, 'select a.id from attachments a join requests r on r.id = a.request_id where r.ticket = $1', [ticket]))[0]?.id)
const manage = (path: string, on = server, init: RequestInit = {}) =>
  fetch(`${on.url}/forms-service/rs/v2/managements${path}`, {
    ...init,
    headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${credential}`, 'Accept-Language': 'en', ...init.headers },
  })
const download = ({ ticket, id }: Sent, on = server) => manage(`/requests/${ticket}/attachments/${id}`, on)

describe.skipIf(NO_SWIFT)('an attachment in object storage', () => {
  test('is encrypted, is not on the server’s disk, and is downloaded unchanged', async () => {
    const sent = await send()
    expect(await objects()).toContain(`attachments/sample/${sent.id}`)
    const { client, Bucket } = clientOf(url)
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `attachments/sample/${sent.id}` }))
    expect(await Body?.transformToString('latin1')).not.toContain('codice fiscale')
    for (const each of [server, other]) {
      const response = await download(sent, each)
      expect([response.status, await response.text()]).toEqual([200, TEXT])
      expect(await readdir(join(each.dataDir, 'attachments'))).toEqual(['quarantine'])
      expect(await filesIn(each, 'quarantine')).toEqual([])
    }
    expect((await contentOf(other, sent.id)).toString()).toBe(TEXT)
  })

  test('cannot be downloaded if it is altered, replaced by another object, or missing', async () => {
    const [sent, others] = [await send(), await send(other)]
    const { client, Bucket } = clientOf(url)
    const bytesOf = async ({ id }: Sent) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `attachments/sample/${id}` }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    }
    const put = (content: Buffer) => client.send(new PutObjectCommand({ Bucket, Key: `attachments/sample/${sent.id}`, Body: content }))
    const good = await bytesOf(sent)
    for (const bad of [good.with(40_000, (good[40_000] ?? 0) ^ 1), good.subarray(0, -1), good.subarray(0, 0), await bytesOf(others)]) {
      await put(Buffer.from(bad))
      expect((await download(sent)).status).toBe(410)
    }
    await put(good)
    expect((await download(sent)).status).toBe(200)
    await server.services.attachments.remove('sample', sent.id)
    expect((await download(sent)).status).toBe(404)
  })
})

const BROKEN: [what: string, passage: Passage, told: boolean][] = [
  ['cannot be reached', 'shut', true],
  ['does not answer', 'still', true],
  ['is overloaded', 'not now', true],
  // The proxy passes on requests to the object store that are shorter than the uploaded file.
  ['disconnects in the middle of a file', { question: 2_000 }, false],
]

describe.skipIf(NO_SWIFT)('the object store', () => {
  test.each(BROKEN)(
    'that %s makes the server reject an upload with 503 and store nothing, and a retry succeeds',
    { timeout: 90_000 },
    async (_, passage, known) => {
      const [before, kept] = [await tracesOf(server), await objects()]
      const [key, answers] = [randomUUID(), freshAnswers()]
      const body = () => withFiles(sendForm(answers), ['a.txt', TEXT.repeat(3)])
      store.gate.let(passage)
      const { status, headers, body: told } = await trySend(server, key, body())
      expect([status, headers.get('retry-after'), told.errors.map(({ data }) => data.code)]).toEqual([503, '15', ['forms0002']])
      expect(await tracesOf(server)).toEqual(before)
      if (known) expect(await (await fetch(`${server.url}/health/ready`)).json()).toEqual({ status: 'ready', database: true, object_storage: false })
      // Submissions without files succeed although the object store fails, because they do not use it.
      expect((await server.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })).status).toBe(201)

      store.gate.let('open')
      const again = await trySend(other, key, body())
      expect([again.status, again.body.errors]).toEqual([201, []])
      expect((await download({ ticket: again.body.data?.ticket ?? '', id: await fileOf(again.body.data?.ticket ?? '') })).status).toBe(200)
      expect((await objects()).length).toBe(kept.length + 1)
    },
  )

  test('causes a temporary error for a download while it is unavailable, and operators see the reason', async () => {
    const sent = await send()
    store.gate.let('not now')
    const response = await download(sent)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '15'])
    const health = async () => ((await (await manage('/health')).json()) as { data: DeploymentHealth }).data.object_storage
    expect(await health()).toEqual({ configured: true, reached: false })
    store.gate.let('open')
    expect(await health()).toEqual({ configured: true, reached: true })
    expect((await download(sent)).status).toBe(200)
  })

  test('may be unavailable when a request is erased; a later cleanup then removes the request’s file', async () => {
    const stays = await send()
    const email = 'vergessen@example.org'
    const { body } = await trySend(server, randomUUID(), withFiles(sendForm(freshAnswers(), { email, confirmed_email: email }), ['a.txt', TEXT]))
    const sent = { ticket: body.data?.ticket ?? '', id: await fileOf(body.data?.ticket ?? '') }
    store.gate.let('not now')
    const asked = { method: 'POST', body: JSON.stringify({ email }), headers: { 'content-type': 'application/json' } }
    expect((await manage('/personal-data/erase', server, asked)).status).toBe(200)
    expect(await rowsOf(server, 'select 1 from requests where ticket = $1', [sent.ticket])).toEqual([])
    await expect(sweepAttachments(server.services, Date.now() + DAY_MS)).rejects.toThrow('forms0002')
    store.gate.let('open')
    expect(await objects()).toContain(`attachments/sample/${sent.id}`)
    expect(await sweepAttachments(server.services)).toBe(0)
    expect(await sweepAttachments(server.services, Date.now() + DAY_MS)).toBeGreaterThan(0)
    expect(await objects()).not.toContain(`attachments/sample/${sent.id}`)
    expect((await download(stays)).status).toBe(200)
  })

  test('prevents the start of the server if it rejects the credentials, but not if it times out', async () => {
    const wrong = await store.urlOf('files', { secret: 'a-guess', make: false })
    const place = (at: string) => ({ dataDir: folder, objectStorage: objectStorageAt(at) })
    const refused = await new AttachmentStore(place(wrong)).prepare().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect((refused as Error).message).toBe('Configuration: the object store at S3_URL rejects the server: SignatureDoesNotMatch (403)')
    store.gate.let('shut')
    const said: string[] = []
    await new AttachmentStore(place(url)).prepare((line) => said.push(line))
    expect(said).toEqual([expect.stringContaining('Object storage does not answer')])
  })
})

describe.skipIf(NO_SWIFT)('a deployment moves its attachments', () => {
  let admin: Client
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    admin = new Client({ ...inject('cluster'), database: 'postgres' })
    await admin.connect()
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
    await admin.end()
  })

  /** Creates an empty database without any migration. */
  async function emptyDatabase(): Promise<Database> {
    const name = `moved_${randomUUID().replaceAll('-', '').slice(0, 12)}`
    await admin.query(`create database ${name}`)
    const database = openDatabase({ ...inject('cluster'), database: name }, () => {})
    ends.push(async () => {
      await database.close()
      await admin.query(`drop database ${name}`)
    })
    return database
  }

  /**
   * Backs up a server and restores the backup to a server that uses another attachment store.
   * @returns a server on the restored data
   */
  async function restored(from: TestServer, S3_URL: string | undefined): Promise<TestServer> {
    const file = join(folder, `${randomUUID()}.backup`)
    const report = await makeBackup({ database: from.database, attachments: from.services.attachments, config: from.services.config }, file)
    expect(report.missing).toBe(0)
    expect((await readdir(join(from.dataDir, 'attachments'))).filter((name) => name.startsWith('backup'))).toEqual([])
    const database = await emptyDatabase()
    const dataDir = join(folder, randomUUID())
    const objectStorage = S3_URL === undefined ? undefined : objectStorageAt(S3_URL)
    await restoreBackup({ database, attachments: new AttachmentStore({ dataDir, objectStorage }), config: { secretKey: SECRET_KEY } }, file)
    const to = await startTestServer({ beside: { database }, env: { SECRET_KEY, DATA_DIR: dataDir, ...(S3_URL !== undefined && { S3_URL }) } })
    ends.push(() => to.close())
    return to
  }

  test('from disk to a bucket, to another bucket and back to disk, by backup and restore', { timeout: 180_000 }, async () => {
    const first = await startTestServer({ env: { SECRET_KEY } })
    ends.push(() => first.close())
    await first.load(sampleBundle())
    for (let sent = 0; sent < 12; sent++) expect((await trySend(first)).status).toBe(201)
    const second = await restored(first, await store.urlOf('second'))
    const third = await restored(second, await store.urlOf('third'))
    const last = await restored(third, undefined)
    for (const each of [second, third, last]) {
      const rows = await rowsOf(each, 'select id from attachments')
      expect(rows).toHaveLength(12)
      for (const { id } of rows) expect((await contentOf(each, id)).toString()).toBe(TEXT)
    }
    expect(await filesIn(last, 'kept')).toHaveLength(12)
  })

  test('from disk to a bucket, by a command that can be repeated', async () => {
    const onDisk = await startTestServer({ env: { SECRET_KEY } })
    ends.push(() => onDisk.close())
    await onDisk.load(sampleBundle())
    for (let sent = 0; sent < 3; sent++) expect((await trySend(onDisk)).status).toBe(201)
    const S3_URL = await store.urlOf('commanded')
    const place = { dataDir: onDisk.dataDir, objectStorage: objectStorageAt(S3_URL) }
    expect(await moveFiles(place, () => {})).toEqual({ copied: 3, there: 0 })
    expect((await trySend(onDisk)).status).toBe(201)
    store.gate.let('shut')
    await expect(moveFiles(place, () => {})).rejects.toThrow('forms0002')
    store.gate.let('open')
    expect(await moveFiles(place, () => {})).toEqual({ copied: 1, there: 3 })
    const moved = await startTestServer({ beside: onDisk, env: { SECRET_KEY, S3_URL } })
    ends.push(() => moved.close())
    for (const { id } of await rowsOf(moved, 'select id from attachments')) expect((await contentOf(moved, id)).toString()).toBe(TEXT)
    expect(await filesIn(onDisk, 'kept')).toHaveLength(4)
  })
})
