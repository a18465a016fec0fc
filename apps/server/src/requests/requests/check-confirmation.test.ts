import type { LinkState, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { confirmationCode } from './verification-code.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

const check = (code: string) => server.call<LinkState>('GET', `/forms/sample/confirmation?${new URLSearchParams({ code })}`)
const statusAndCode = async (code: string) => {
  const { status, body } = await check(code)
  return [status, ...body.errors.map(({ data }) => data.code)].join(' ')
}

/** Submits a request that the visitor must confirm by a link. */
async function sent() {
  const { body } = await server.call<SendReceipt>('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [body.data?.ticket])
  const id = String(row?.id)
  return { id, code: confirmationCode(server.services.config.secretKey, 'sample', id) }
}
const stateOf = async (id: string) => (await rowsOf(server, 'select state from requests where id = $1', [id]))[0]?.state

test('checking a valid confirmation link does not use it up, however often it is checked', async () => {
  const { id, code } = await sent()
  for (const _time of [1, 2]) expect((await check(code)).body).toEqual({ success: true, data: { usable: true }, errors: [] })
  expect(await stateOf(id)).toBe('awaiting_confirmation')
})

test('checking an invalid confirmation link returns the same error code as confirming a request with it', async () => {
  const confirmed = await sent()
  await server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code: confirmed.code }), headers: { 'Content-Type': 'application/json' } })
  expect(await statusAndCode(confirmed.code)).toBe('409 forms0009')
  const late = await sent()
  await rowsOf(server, 'update verification_codes set expires_at = now() where request_id = $1', [late.id])
  expect(await statusAndCode(late.code)).toBe('410 forms0040')
  expect(await statusAndCode('nobody')).toBe('404 forms0003')
  expect(await statusAndCode('')).toBe('400 http_malformed')
})
