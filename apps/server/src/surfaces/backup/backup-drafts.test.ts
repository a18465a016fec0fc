import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDeployments } from '../../../test/empty-deployments.ts'
import { startFollowUpCase } from '../../../test/follow-up-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, fileOf, saved } from '../../../test/saved-draft-case.ts'
import { freshAnswers, PNG } from '../../../test/send.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let on: Awaited<ReturnType<typeof startFollowUpCase>>
let folder = ''
beforeAll(async () => {
  on = await startFollowUpCase()
  folder = await mkdtemp(join(tmpdir(), 'sportello-backup-'))
  await on.server.load(sampleBundle({ params: { save_and_resume: {} } }))
})
afterAll(async () => {
  await on.server.close()
  await rm(folder, { recursive: true, force: true })
})

test('after a restore, a mailed link opens the saved request with its file, and the follow-up page shows the messages', async () => {
  const { server } = on
  const anna = on.tickets.anna ?? ''
  const draft = await saved(server, { shown: { ...freshAnswers(), street: 'Via dei Segreti 12' } })
  await on.ask(anna, 'Quale numero civico?')
  const cookie = await on.open(anna)
  await on.followUp('POST', '/messages', { cookie, body: { id: randomUUID(), text: 'Il dodici' } })
  const link = await on.keyOf(anna)
  const path = join(folder, 'a.backup')
  const { secretKey } = server.services.config
  await makeBackup({ database: server.database, attachments: server.services.attachments, config: server.services.config }, path)
  // Deleted after the backup, so that nothing below can come from this deployment.
  await rowsOf(server, 'truncate saved_drafts, request_messages cascade')

  const deployments = await emptyDeployments(folder)
  const target = await deployments.make(secretKey)
  await restoreBackup(target, path)
  const restored = await startTestServer({ beside: { database: target.database }, env: { SECRET_KEY: secretKey, DATA_DIR: target.dataDir } })
  try {
    const { status, body } = await ask(restored, 'open', { key: draft.key })
    const opened = body.data?.draft
    expect([status, opened?.shown.street, opened?.files.map(({ name }) => name)]).toEqual([200, 'Via dei Segreti 12', ['a.png']])
    const file = await fileOf(restored, { key: draft.key, id: opened?.files[0]?.id })
    expect(file.content.equals(PNG)).toBe(true)
    const page = await restored.call<{ messages: { text: string }[] }>('POST', '/forms/ours/follow-up/session', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: link }),
    })
    expect(page.body.data?.messages.map(({ text }) => text)).toEqual(['Quale numero civico?', 'Il dodici'])
  } finally {
    await restored.close()
    await deployments.close()
  }
})
