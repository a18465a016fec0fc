import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'

let sink: MailSink
let server: TestServer
beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: sink.url } })
  await server.load(sampleBundle())
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

const EVIL = 'evil@e.example'
const HOSTILE = [
  `a@x.example\r\nBcc: ${EVIL}`,
  `a@x.example\nBcc: ${EVIL}`,
  `a@x.example\rBcc: ${EVIL}`,
  `a@x.example%0d%0aBcc: ${EVIL}`,
  `a@x.example\u2028Bcc: ${EVIL}`,
  `a@x.example\u0085Bcc: ${EVIL}`,
  `a@x.example,${EVIL}`,
  `a@x.example;${EVIL}`,
  `a@x.example ${EVIL}`,
  `a@x.example\t${EVIL}`,
  `<${EVIL}>a@x.example`,
  `a@x.example<${EVIL}>`,
  `"a@x.example" <${EVIL}>`,
  `Anna <${EVIL}>`,
  `"${EVIL}"@x.example`,
  `${EVIL}@x.example`,
  `a@x.example@e.example`,
  `a(${EVIL})@x.example`,
  `a@x.example(comment)`,
  `group:${EVIL};`,
  `@x.example:${EVIL}`,
  `evil%e.example@x.example`,
  `e.example!evil@x.example`,
  `a@x.example\0`,
  `a\0@x.example`,
  `a@x.example>\r\nRCPT TO:<${EVIL}`,
  `a@x.example> NOTIFY=SUCCESS`,
  `a@[127.0.0.1]`,
  `a@[IPv6:::1]`,
  `a@localhost`,
  `root`,
  `|/bin/sh@x.example`,
  `/etc/passwd@x.example`,
  `-oQ/tmp@x.example`,
  `a\\@x.example`,
  `=?utf-8?q?${EVIL}?=@x.example`,
  `a@x\u3002example`,
  `a@\u0435xample.org`,
  `\uff41@x.example`,
  `\u202ea@x.example`,
  `a@x.example.`,
  `a@x..example`,
  `${'a'.repeat(65)}@x.example`,
  `a@${'b'.repeat(250)}.example`,
]

describe('a hostile e-mail address', () => {
  test.each(HOSTILE)('%j is rejected, or is the only recipient of the mail', async (address) => {
    const before = await tracesOf(server)
    const count = sink.taken.length
    const { status, body } = await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS, { email: address, confirmed_email: address }) })
    if (status === 201) {
      const taken = await sink.until(count + 1)
      expect(taken.slice(count).map(({ to }) => to)).toEqual([[address]])
      // The fake SMTP server receives the mail a moment before the mail's job ends. Waits until the job has ended, so
      // that the queue is empty when the test continues with the next address.
      await eventually(
        () => tracesOf(server),
        ({ jobs }) => jobs === 0,
      )
      return
    }
    expect([status, body.errors.map(({ data }) => data.code)]).toEqual(status === 400 ? [400, ['http_malformed']] : [422, ['forms0020']])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('adds neither a second recipient nor a Bcc header to a mail', async () => {
    await eventually(
      () => rowsOf(server, "select 1 from mails where state = 'queued'"),
      (rows) => rows.length === 0,
    )
    expect(sink.taken.filter(({ to, raw }) => to.includes(EVIL) || raw.includes('Bcc'))).toEqual([])
  })

  test.each(['o.k+label-1@x.example', 'A_b@x-y.example'])('%s is accepted and is the only recipient of the mail', async (address) => {
    const count = sink.taken.length
    const { status } = await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS, { email: address, confirmed_email: address }) })
    expect(status).toBe(201)
    const taken = await sink.until(count + 1)
    expect(taken.at(-1)?.to).toEqual([address])
    expect(taken.at(-1)?.mail.to).toEqual([{ name: '', address }])
  })
})
