import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn } from '../../../test/traces.ts'
import { keptPath } from './disk-files.ts'
import { AttachmentStore } from './store.ts'
import { sweepAttachments } from './sweep-attachments.ts'

const DAY_MS = 24 * 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

test('the daily cleanup removes stored files that have had no database row for a day, and keeps all others', async () => {
  await server.call('POST', '/forms/sample', { body: withFiles(sendForm(ANSWERS), ['a.png', PNG]) })
  const [named = ''] = await filesIn(server, 'kept')
  const orphan = keptPath(server.dataDir, 'sample', randomUUIDv7())
  await mkdir(dirname(orphan), { recursive: true })
  await writeFile(orphan, 'nobody’s')

  expect(await sweepAttachments(server.services)).toBe(0)
  expect(await filesIn(server, 'kept')).toHaveLength(2)
  expect(await sweepAttachments(server.services, Date.now() + DAY_MS + 1_000)).toBe(1)
  expect(await filesIn(server, 'kept')).toEqual([named])
  expect(await readdir(dirname(named))).toHaveLength(1)
})

test('the cleanup removes incomplete uploads and hard links of crashed processes, but not those of running processes', async () => {
  const place = { dataDir: await mkdtemp(join(tmpdir(), 'sportello-sweep-')) }
  const store = new AttachmentStore(place)
  await store.prepare()
  const folder = join(place.dataDir, 'attachments')
  const end = store.startSweeping(() => {}, 20)
  await store.withHeldFolder(async (held) => {
    const left = join(folder, `backup-${randomUUID()}`)
    await mkdir(left)
    await writeFile(join(left, 'a second name'), 'x')
    const [old, young] = [store.newFile().path, store.newFile().path]
    for (const path of [old, young]) await writeFile(path, 'half')
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const path of [old, left]) await utimes(path, longAgo, longAgo)
    const there = async () => (await readdir(folder, { recursive: true })).filter((name) => name !== 'kept' && name !== 'quarantine').sort()
    const staying = [basename(held), join('quarantine', basename(young))].sort()
    expect(await eventually(there, (names) => names.length === staying.length, 3_000)).toEqual(staying)
  })
  end()
  await rm(place.dataDir, { recursive: true })
})
