import { randomUUIDv7 } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../test/send.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { filesIn } from '../../test/traces.ts'
import { keptPath } from './disk-files.ts'
import { sweepAttachments } from './sweep-attachments.ts'

const DAY_MS = 24 * 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

test('a file that no request names is removed after a day, and no other', async () => {
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
