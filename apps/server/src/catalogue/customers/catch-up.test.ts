import type { CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startManagementCase } from '../../../test/management-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { rowsOf } from '../../../test/traces.ts'

let it: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  it = await startManagementCase()
  await it.server.load(sampleBundle())
})
afterAll(() => it.server.close())

const shownTitle = async () => (await it.server.call<CustomerConfiguration>('GET', '/forms/sample')).body.data?.form_title

async function saveTitle(form_title: string): Promise<void> {
  const { status } = await it.call('POST', '/bundle', { body: sampleBundle({ params: { form_title } }) })
  expect(status).toBe(200)
}

test('the visitor’s page shows an operator’s change as soon as the operator’s API call has been answered', async () => {
  await shownTitle()
  for (let change = 0; change < 10; change++) {
    await saveTitle(`Change ${change}`)
    expect(await shownTitle()).toBe(`Change ${change}`)
  }
})

test('the visitor’s page shows an operator’s change at once even if the server does not receive the database notification', async () => {
  await shownTitle()
  await rowsOf(it.server, "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen catalog_changed'")
  await saveTitle('Changed unheard')
  expect(await shownTitle()).toBe('Changed unheard')
})
