import type { ErasedData, PersonalData } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startManagementCase } from '../../../test/management-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, saved, told } from '../../../test/saved-draft-case.ts'
import { filesIn } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  for (const code of ['ours', 'theirs']) await on.server.load(sampleBundle({ code, params: { save_and_resume: {} } }))
})
afterAll(() => on.server.close())

test('a person’s saved drafts are exported without their content, and erased with their files; others’ are kept', async () => {
  const [one, other] = [
    await saved(on.server, { form: 'ours', email: 'Ada+tag@example.org', shown: { street: 'Secret Street' } }),
    await saved(on.server, { form: 'theirs', email: 'grace@example.org' }),
  ]
  const found = await on.call<PersonalData>('POST', '/personal-data/search', { body: { email: 'ada@example.org' } })
  expect(found.body.data?.saved_drafts).toEqual([
    { form: 'ours', created_at: expect.any(String), saved_at: expect.any(String), expires_at: expect.any(String) },
  ])
  expect(JSON.stringify(found.body)).not.toContain('Secret Street')
  const erased = await on.call<ErasedData>('POST', '/personal-data/erase', { body: { email: 'ada@example.org' } })
  expect(erased.body.data).toMatchObject({ saved_drafts: 1, requests: 0 })
  expect(told(await ask(on.server, 'open', { key: one.key }, 'ours'))).toEqual([409, 'forms0042 deleted'])
  expect(told(await ask(on.server, 'open', { key: other.key }, 'theirs'))).toEqual([200])
  expect(await filesIn(on.server, 'kept')).toHaveLength(1)
  const again = await on.call<PersonalData>('POST', '/personal-data/search', { body: { email: 'ada@example.org' } })
  expect(again.body.data?.saved_drafts).toEqual([])
})
