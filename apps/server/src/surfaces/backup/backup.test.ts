import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type EmptyDeployments, emptyDeployments, rowsIn } from '../../../test/empty-deployments.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import type { Database } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openStoredFile } from '../../requests/attachments/rules.ts'
import { AttachmentStore } from '../../requests/attachments/store.ts'
import { exportBundle } from '../bundle/export-bundle.ts'
import { BackupUnreadable } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { RestoreRejected, restoreBackup } from './restore-backup.ts'

const SECRET_KEY = 'the secret that a backup opens with'
let folder: string
let server: TestServer
let deployments: EmptyDeployments
const emptyDeployment = (secretKey = SECRET_KEY) => deployments.make(secretKey)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-backup-'))
  server = await startTestServer({ env: { SECRET_KEY } })
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'theirs' }))
  deployments = await emptyDeployments(folder)
})
afterAll(async () => {
  await deployments.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function send(text: string, customer = 'sample'): Promise<string> {
  const { status, body } = await server.call<SendReceipt>('POST', `/forms/${customer}`, {
    body: withFiles(sendForm(freshAnswers(), { email: `${text}@example.org`, confirmed_email: `${text}@example.org` }), ['a.txt', `allegato di ${text}`]),
  })
  expect([status, body.errors]).toEqual([201, []])
  return body.data?.ticket ?? ''
}

const backup = (file: string) => makeBackup({ database: server.database, attachments: server.services.attachments, config: server.services.config }, file)

const isEmpty = async (database: Database) => (await rowsIn(database, 'select from customers union all select from requests')).length === 0

test('a backup made while requests are submitted contains each request completely or not at all', async () => {
  const before = await Promise.all(Array.from({ length: 12 }, (_, index) => send(`prima-${index}`, index % 2 ? 'theirs' : 'sample')))
  let over = false
  const meanwhile = (async () => {
    const sent: string[] = []
    while (!over) sent.push(await send(`durante-${sent.length}`))
    return sent
  })()
  const file = join(folder, 'whole.backup')
  const report = await backup(file)
  over = true
  const during = await meanwhile
  expect(during.length).toBeGreaterThan(0)
  expect(report.missing).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(join(server.dataDir, 'attachments'))).sort(), 'no temporary folder is left').toEqual(['kept', 'quarantine'])

  const empty = await emptyDeployment()
  await restoreBackup(empty, file)
  const tickets = (await rowsIn(empty.database, 'select ticket from requests')).map(({ ticket }) => String(ticket))
  expect(tickets).toEqual(expect.arrayContaining(before))
  expect(during.concat(before)).toEqual(expect.arrayContaining(tickets))

  const restored = await startTestServer({ beside: empty, env: { SECRET_KEY, DATA_DIR: empty.dataDir }, worker: true })
  try {
    const files = await rowsIn(empty.database, 'select a.*, r.email from attachments a join requests r on r.id = a.request_id')
    expect(files).toHaveLength(tickets.length)
    for (const row of files) {
      const content = await openStoredFile(restored.services, row as never)
      const text = await buffer(content.read())
      await content.close()
      expect(text.toString()).toBe(`allegato di ${String(row.email).replace('@example.org', '')}`)
    }
    const kept = await readdir(join(empty.dataDir, 'attachments', 'kept'), { recursive: true, withFileTypes: true })
    expect(
      kept
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(files.map(({ id }) => String(id)).sort())

    // The worker of the restored server sends the mails that were queued at the time of the backup.
    await expect
      .poll(async () => rowsIn(empty.database, "select from mails where state <> 'kept' and state <> 'sent'").then((rows) => rows.length), { timeout: 30_000 })
      .toBe(0)
    const { status } = await restored.call('POST', '/forms/sample', {
      body: sendForm(freshAnswers(), { email: 'dopo@example.org', confirmed_email: 'dopo@example.org' }),
    })
    expect(status).toBe(201)
    expect(await exportBundle(empty.database.kysely, [])).toEqual(await exportBundle(server.database.kysely, []))
  } finally {
    await restored.app.close()
    await restored.close()
  }
})

test('a backup does not contain a request that was stored after the rows and before the files were copied', async () => {
  await send('da-tenere')
  const attachments = new AttachmentStore(server.services.config)
  const hold = attachments.hold.bind(attachments)
  let late: string | undefined
  attachments.hold = async (...held) => {
    late ??= await send('nel-mezzo')
    return hold(...held)
  }
  const file = join(folder, 'one-moment.backup')
  await makeBackup({ database: server.database, attachments, config: server.services.config }, file)
  expect(late).toBeDefined()
  const empty = await emptyDeployment()
  await restoreBackup(empty, file)
  const kept = await rowsIn(
    empty.database,
    'select r.ticket from requests r union all select r.ticket from attachments a join requests r on r.id = a.request_id',
  )
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.map(({ ticket }) => ticket)).not.toContain(late)
})

test('a backup does not contain an attachment that was deleted after the rows and before the files were copied', async () => {
  await send('da-cancellare')
  const attachments = new AttachmentStore(server.services.config)
  const hold = attachments.hold.bind(attachments)
  let erased: string | undefined
  attachments.hold = async (customer, id, path) => {
    if (erased === undefined) {
      erased = id
      await rowsOf(server, 'delete from attachments where id = $1', [id])
      await attachments.remove(customer, id)
    }
    return hold(customer, id, path)
  }
  const file = join(folder, 'erased.backup')
  const { missing } = await makeBackup({ database: server.database, attachments, config: server.services.config }, file)
  expect(missing).toBe(0)
  const empty = await emptyDeployment()
  await restoreBackup(empty, file)
  expect(erased).toBeDefined()
  expect((await rowsIn(empty.database, 'select id from attachments')).map(({ id }) => id)).not.toContain(erased)
})

test('a backup does not contain requests in plain text', async () => {
  await send('segretissima')
  const file = join(folder, 'sealed.backup')
  await backup(file)
  const content = await readFile(file)
  for (const secret of ['segretissima', 'Via Roma', 'allegato', 'sportello']) expect(content.includes(secret), secret).toBe(false)
})

test('restoring a backup that is damaged or truncated, or restoring it with another SECRET_KEY, changes nothing', async () => {
  const good = join(folder, 'good.backup')
  await backup(good)
  const content = await readFile(good)
  const damaged: [string, Buffer][] = [
    ['cut in the middle', content.subarray(0, content.length / 2)],
    ['without its last byte', content.subarray(0, -1)],
    ['with one bit flipped', Buffer.from(content.with(content.length - 40, (content.at(-40) ?? 0) ^ 1))],
    ['empty', Buffer.alloc(0)],
    ['another file', Buffer.from('PK\u0003\u0004 not a backup at all, but longer than a head is')],
    ['its own bytes twice', Buffer.concat([content, content])],
  ]
  const empty = await emptyDeployment()
  for (const [why, bytes] of damaged) {
    const file = join(folder, 'bad.backup')
    await writeFile(file, bytes)
    await expect(restoreBackup(empty, file), why).rejects.toBeInstanceOf(BackupUnreadable)
  }
  await expect(restoreBackup({ ...empty, config: { ...empty.config, secretKey: 'another secret of 32 characters or so' } }, good)).rejects.toBeInstanceOf(
    BackupUnreadable,
  )
  await migrate(empty.database.owner)
  expect(await isEmpty(empty.database)).toBe(true)
  await restoreBackup(empty, good)
  expect(await isEmpty(empty.database)).toBe(false)
  await expect(restoreBackup(empty, good), 'a second restore').rejects.toBeInstanceOf(RestoreRejected)
})

test('a backup never overwrites a file, and leaves no partial file after a write error', async () => {
  const file = join(folder, 'kept.backup')
  await backup(file)
  const hash = async () =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  const first = await hash()
  await expect(backup(file)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await hash()).toBe(first)
  await expect(backup('/dev/full/x')).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('an aborted backup leaves neither its file nor hard links of attachments', async () => {
  await send('fermata')
  const file = join(folder, 'stopped.backup')
  const stopping = new AbortController()
  const { attachments, config } = server.services
  const hold = attachments.hold.bind(attachments)
  const held = Object.assign(Object.create(attachments), {
    withHeldFolder: attachments.withHeldFolder.bind(attachments),
    async hold(...args: Parameters<typeof hold>) {
      const there = await hold(...args)
      stopping.abort(new Error('aborted by the test'))
      return there
    },
  }) as AttachmentStore
  await expect(makeBackup({ database: server.database, attachments: held, config, signal: stopping.signal }, file)).rejects.toThrow('aborted by the test')
  expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([])
  expect((await readdir(join(server.dataDir, 'attachments'))).filter((name) => name.startsWith('backup-'))).toEqual([])
  await expect(backup(file)).resolves.toMatchObject({ missing: 0 })
})

test('the backup command cleans up on SIGTERM, and an abandoned partial file does not block the next backup', async () => {
  const file = join(folder, 'signalled.backup')
  const lock = await server.database.owner.connect()
  await lock.query('begin; lock table requests in access exclusive mode')
  const { host, user, password } = inject('cluster')
  const address = `postgres://${user}:${password}@${encodeURIComponent(host)}/${server.database.owner.options.database}`
  const env = { ...process.env, DATABASE_URL: address, DATA_DIR: server.dataDir, SECRET_KEY }
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../cli/main.ts', import.meta.url)), 'backup', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = text(child.stderr)
  const exited = once(child, 'exit')
  const names = async () => (await readdir(join(server.dataDir, 'attachments'))).filter((name) => name.startsWith('backup-'))
  expect(await eventually(names, (found) => found.length === 1, 15_000)).toHaveLength(1)
  child.kill('SIGTERM')
  await sleep(300)
  await lock.query('rollback')
  lock.release()
  expect(await exited).toEqual([1, null])
  expect(await said).toContain('Stopped: no backup was made.')
  expect(await names()).toEqual([])
  expect((await readdir(folder)).filter((name) => name.startsWith('signalled'))).toEqual([])
  const part = `${file}.part`
  await writeFile(part, 'left')
  await expect(backup(file), 'another process may be writing the file').rejects.toMatchObject({ code: 'EEXIST' })
  const hourAgo = new Date(Date.now() - 3_600_000)
  await utimes(part, hourAgo, hourAgo)
  await expect(backup(file)).resolves.toMatchObject({ missing: 0 })
})
