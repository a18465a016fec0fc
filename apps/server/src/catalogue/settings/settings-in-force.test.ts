import type { CustomerConfiguration, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CRISP, chatForm } from '../../../test/chat-form.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let changed: TestServer
let other: TestServer
let credential: string
beforeAll(async () => {
  changed = await startTestServer()
  for (const bundle of [sampleBundle(), sampleBundle({ code: 'closed', active: false }), chatForm('chatty', CRISP)]) await changed.load(bundle)
  other = await startTestServer({ beside: changed })
  credential = await openOperatorSession(changed.database, 'operator')
})
afterAll(async () => {
  await other.close()
  await changed.close()
})

const manage = (method: string, path: string, body?: unknown, version?: string) =>
  changed.call<{ version: string }>(method, `/managements/settings/systems${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(version && { 'If-Match': `"${version}"` }),
    },
  })
const shown = async (code: string) => (await other.call<CustomerConfiguration>('GET', `/forms/${code}`)).body.data
const sent = async () => (await other.call<SendReceipt>('POST', '/forms/sample', { body: sendForm(freshAnswers()) })).body.data?.notifier_email

const LATEST_MS = 2_000

test.each<[code: string, value: string, seen: () => Promise<unknown>, before: unknown, after: unknown]>([
  ['attachment_max_count', '7', async () => (await shown('sample'))?.limits.files, 20, 7],
  ['attachment_max_mb', '0.5', async () => (await shown('sample'))?.limits.file_bytes, 20 * 1_048_576, 524_288],
  ['attachment_total_mb', '3', async () => (await shown('sample'))?.limits.request_bytes, 50 * 1_048_576, 3 * 1_048_576],
  ['maintenance_message', 'Torniamo alle 14.', async () => (await shown('closed'))?.maintenance_message, null, 'Torniamo alle 14.'],
  ['chat_available', 'false', async () => (await shown('chatty'))?.live_chat_params === null, false, true],
  ['crisp_url', 'https://chat.example', async () => (await shown('chatty'))?.live_chat_params?.site, 'https://client.crisp.chat', 'https://chat.example'],
  ['mail_sender', 'sportello@comune.example', sent, 'sportello@localhost.localdomain', 'sportello@comune.example'],
])(
  'when one server process changes or removes the setting %s, another process applies the change within two seconds',
  async (code, value, seen, before, after) => {
    expect(await seen()).toEqual(before)
    expect((await manage('POST', '', { code, value })).status).toBe(201)
    expect(await eventually(seen, (each) => each === after, LATEST_MS)).toEqual(after)
    const { data } = (
      await changed.call<{ code: string; version: string }[]>('GET', '/managements/settings/systems', { headers: { Authorization: `Bearer ${credential}` } })
    ).body
    expect((await manage('DELETE', `/${code}`, undefined, data?.find((each) => each.code === code)?.version)).status).toBe(200)
    expect(await eventually(seen, (each) => each === before, LATEST_MS)).toEqual(before)
  },
)

test.each([
  ['mail_sender', 'nobody'],
  ['mail_sender', 'a@b.it, c@d.it'],
  ['mail_sender', 'a@b.it\r\nBcc: c@d.it'],
  ['chat_available', 'no'],
  ['maintenance_message', 'x'.repeat(501)],
])('the setting %s rejects the invalid value %j', async (code, value) => {
  const { status, body } = await manage('POST', '', { code, value })
  expect([status, body.errors[0]?.data.code, body.errors[0]?.data.field]).toEqual([400, 'forms_mgmt0001', 'value'])
})

test('the configuration of an active form contains maintenance_message: null', async () => {
  expect((await shown('sample'))?.maintenance_message).toBeNull()
})

test('a change of calls_per_minute in one server process takes effect in another process', async () => {
  const status = async () => (await other.call('GET', '/forms/sample/tags/report')).status
  expect(await status()).toBe(200)
  expect((await manage('POST', '', { code: 'calls_per_minute', value: '1' })).status).toBe(201)
  expect(await eventually(status, (each) => each === 429, LATEST_MS)).toBe(429)
})
