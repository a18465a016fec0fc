import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, freshEmail, saved } from '../../../test/saved-draft-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { waitingLinks } from './waiting-links.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ params: { save_and_resume: {} } }))
})
afterAll(() => server.close())

const links = () => waitingLinks(server.services, 50)

test('the links whose mails wait open their drafts; those of sent mails and ended drafts are not known', async () => {
  const [first, second] = [freshEmail(), freshEmail()]
  const { id } = await saved(server, { email: first })
  const { key } = await saved(server, { email: second })
  expect((await links()).map(({ form, recipient }) => [form, recipient])).toEqual([
    ['sample', second],
    ['sample', first],
  ])
  const [newest] = await links()
  expect(newest?.link).toMatch(/\/sample\/resume\?locale=it#/)
  expect((await ask(server, 'open', { key: new URL(newest?.link ?? '').hash.slice(1) })).status).toBe(200)
  await rowsOf(server, 'delete from saved_draft_mails where draft_id = $1', [id])
  await ask(server, 'delete', { key })
  expect(await links()).toEqual([])
})
