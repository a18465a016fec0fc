import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailCase } from '../../../test/mail-case.ts'
import { eventually, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let sink: MailSink
let server: TestServer
let mails: ReturnType<typeof mailCase>
beforeAll(async () => {
  sink = await startMailSink()
  // The fake SMTP server does not offer STARTTLS, as if an attacker on the network had removed the offer from the
  // server's response.
  server = await startTestServer({ worker: true, env: { SMTP_URL: `${sink.url}?requireTLS=true` } })
  mails = mailCase(server, sink)
  await server.load(sampleBundle())
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

test('if TLS is required but the SMTP server does not offer it, a mail is retried instead of being sent unencrypted', async () => {
  const { id } = await mails.send()
  const row = await eventually(
    () => mails.mailRow(id),
    (found) => found?.attempts === 1,
  )
  expect(row).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringMatching(/STARTTLS|TLS/i) })
  expect(sink.taken).toEqual([])
})
