import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailCase } from '../../../test/mail-case.ts'
import { eventually, type MailSink, smtpError, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, waitingTasks } from '../../../test/traces.ts'
import { WAITING_JOBS } from '../../platform/db/waiting-jobs.ts'
import { expireRequests } from '../../requests/requests/expire-requests.ts'
import { confirmationCode } from '../../requests/requests/verification-code.ts'

let sink: MailSink
let server: TestServer
let mails: ReturnType<typeof mailCase>
beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: sink.url, MAIL_FROM: 'forms@sportello.example' } })
  mails = mailCase(server, sink)
  await server.load(sampleBundle())
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

/** Makes the next attempt to send a mail due at once instead of after its backoff. */
async function skipBackoff(id: string) {
  await rowsOf(server, 'update mails set next_attempt_at = now() where request_id = $1', [id])
  await rowsOf(
    server,
    "update graphile_worker._private_jobs set run_at = now() where task_id in (select id from graphile_worker._private_tasks where identifier = 'send_mail')",
  )
  await rowsOf(server, 'update outbox set run_at = now()')
}

describe('the mail with the confirmation link', () => {
  test('has a plain-text and an HTML part, one recipient, and a link that confirms the request', async () => {
    const { id, email, from, to, mail } = await mails.sendAndWait()
    const link = `http://sportello.example/sample/validation?code=${confirmationCode(server.services.config.secretKey, 'sample', id)}&locale=it`
    expect([from, to]).toEqual(['forms@sportello.example', [email]])
    expect(mail.to?.map((each) => each.address)).toEqual([email])
    expect(mail.from?.address).toBe('forms@sportello.example')
    expect(mail.subject).toBe('Conferma la tua richiesta: Form sample')
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(mail.html).toMatch(/^<!doctype html>\s*<html lang="it"/)
    expect(mail.messageId).toBe(`<${(await mails.mailRow(id))?.id}@sportello.example>`)
    expect(mail.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated')
    const code = new URL(link).searchParams.get('code')
    const confirmed = await server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code: code }), headers: { 'Content-Type': 'application/json' } })
    expect(confirmed.status).toBe(200)
  })

  test('is followed by the success mail after the confirmation', async () => {
    const { id, email, ticket } = await mails.sendAndWait()
    const otp_code = confirmationCode(server.services.config.secretKey, 'sample', id)
    await server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code }), headers: { 'Content-Type': 'application/json' } })
    const { mail } = await mails.mailTo(email, 2)
    expect(mail.subject).toBe(`Richiesta ricevuta: ${ticket}`)
    expect(mail.text).toContain(ticket)
    expect(mail.text).not.toContain('validation?code=')
    const [row] = await rowsOf(server, 'select state, processed_at is not null as done from requests where id = $1', [id])
    expect(row).toEqual({ state: 'processed', done: true })
  })

  test('has a link that never contains the host of a forged X-Forwarded-Host or Referer header', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.test',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.test',
      'X-Original-Host': 'evil.test',
      Referer: 'https://evil.test/',
    }
    const { raw, mail } = await mails.sendAndWait(ANSWERS, { headers })
    expect(raw + mail.html + mail.text).not.toContain('evil.test')
    expect(mail.text).toContain('http://sportello.example/sample/validation?code=')
  })

  test('has a link that never contains the host of a forged Host header', async () => {
    const email = 'host@example.org'
    const form = new Response(sendForm(ANSWERS, { email, confirmed_email: email }))
    const answer = await server.app.inject({
      method: 'POST',
      url: '/forms-service/rs/v2/forms/sample',
      headers: { host: 'evil.test', 'x-api-key': 'test-key', 'content-type': form.headers.get('content-type') ?? '' },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(201)
    const { raw, mail } = await mails.mailTo(email)
    expect(raw + mail.html + mail.text).not.toContain('evil.test')
  })

  test('has a link whose lifetime starts when the mail is sent', async () => {
    const { id } = await mails.sendAndWait()
    const [row] = await eventually(
      () =>
        rowsOf(
          server,
          "select m.state, abs(extract(epoch from v.expires_at - (m.sent_at + interval '48 hours'))) < 1 as right, v.expires_at = r.expires_at as same from mails m join verification_codes v using (request_id) join requests r on r.id = m.request_id where r.id = $1",
          [id],
        ),
      ([found]) => found?.state === 'sent',
    )
    expect(row).toEqual({ state: 'sent', right: true, same: true })
  })
})

describe('a mail that the SMTP server does not accept', () => {
  // Waits until the jobs of the previous test have ended. Otherwise they would receive the SMTP responses that the next
  // test prepares for itself.
  beforeEach(async () => {
    const due = () => rowsOf(server, `select 1 from ${WAITING_JOBS} jobs where run_at <= now()`)
    expect(await eventually(due, (jobs) => jobs.length === 0)).toEqual([])
  })

  test('is retried with the same text after a temporary rejection', async () => {
    sink.answers.data.push(smtpError(451, 'try later'))
    const { id, email } = await mails.send()
    const waiting = await eventually(
      () => mails.mailRow(id),
      (row) => row?.attempts === 1,
    )
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringContaining('try later') })
    const pause = (new Date(String(waiting?.next_attempt_at)).getTime() - Date.now()) / 1_000
    expect(pause).toBeGreaterThan(5)
    expect(pause).toBeLessThanOrEqual(15)
    await skipBackoff(id)
    const { mail } = await mails.mailTo(email)
    expect(mail.messageId).toBe(`<${waiting?.id}@sportello.example>`)
    expect(mail.text).toContain(`validation?code=${confirmationCode(server.services.config.secretKey, 'sample', id)}`)
    expect(
      await eventually(
        () => mails.mailRow(id),
        (row) => row?.state === 'sent',
      ),
    ).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  })

  test('is resent with the same text if the connection broke after the mail’s content was sent', async () => {
    sink.cuts = 1
    const { id, email } = await mails.send()
    const waiting = await eventually(
      () => mails.mailRow(id),
      (row) => row?.attempts === 1,
    )
    expect(waiting).toMatchObject({ state: 'queued', subject: expect.any(String), text_body: expect.stringContaining('validation?code=') })
    await skipBackoff(id)
    const { mail } = await mails.mailTo(email)
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(String(waiting?.text_body).trim())
  })

  test.each<[where: string, refuse: () => void]>([
    ['its recipient', () => sink.answers.rcpt.push(smtpError(451, 'try later'))],
    ['its content', () => sink.answers.data.push(smtpError(451, 'try later'))],
  ])('is rendered again with the new expiry of its link after the SMTP server has temporarily rejected %s', async (_where, refuse) => {
    const code = `late${sink.refused}`
    const late = (hours: number) =>
      server.load({
        ...sampleBundle({ code, params: { validation_email_template: code, time_limit_request: hours } }),
        templates: [{ name: code, lang_code: 'it', subject: 'x', html: '<p>{{ expiration }} {{ link }}</p>' }],
      })
    await late(48)
    refuse()
    const { id, email } = await mails.send(undefined, { customer: code })
    await eventually(
      () => mails.mailRow(id),
      (row) => row?.attempts === 1,
    )
    // Simulates that days have passed. Raising `time_limit_request` moves the link's expiry by the same time.
    await late(96)
    await skipBackoff(id)
    const { mail } = await mails.mailTo(email)
    const [row] = await eventually(
      () => rowsOf(server, 'select r.expires_at, m.state from requests r join mails m on m.request_id = r.id where r.id = $1', [id]),
      ([found]) => found?.state === 'sent',
    )
    const [, day, month, year, hour, minute] = /(\d\d)\/(\d\d)\/(\d{4}), (\d\d):(\d\d)/.exec(mail.text ?? '') ?? []
    const named = new Date(`${year}-${month}-${day}T${hour}:${minute}:00+01:00`).getTime()
    expect(Math.abs(new Date(String(row?.expires_at)).getTime() - named)).toBeLessThan(2 * 3_600_000)
  })

  test('still has a valid link if it is sent later than the link would first have expired', async () => {
    sink.answers.rcpt.push(smtpError(451, 'try later'))
    const { id, email, ticket } = await mails.send()
    await eventually(
      () => mails.mailRow(id),
      (row) => row?.attempts === 1,
    )
    for (const [table, column] of [
      ['requests', 'id'],
      ['verification_codes', 'request_id'],
    ])
      await rowsOf(server, `update ${table} set expires_at = now() - interval '1 hour' where ${column} = $1`, [id])
    await expireRequests(server.services)
    expect(await rowsOf(server, 'select state from requests where id = $1', [id])).toEqual([{ state: 'awaiting_confirmation' }])
    const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })
    expect((await server.call('POST', '/forms/sample/confirmation', json({ ticket }))).body).toMatchObject({ success: true, data: { left: 3 } })
    await skipBackoff(id)
    await mails.mailTo(email)
    await eventually(
      () => mails.mailRow(id),
      (row) => row?.state === 'sent',
    )
    const otp_code = confirmationCode(server.services.config.secretKey, 'sample', id)
    expect((await server.call('PUT', '/forms/sample', json({ otp_code }))).status).toBe(200)
  })

  test('is resent with the same Message-ID if the SMTP server may have accepted it', async () => {
    const { id, email, mail } = await mails.sendAndWait()
    await eventually(
      () => mails.mailRow(id),
      (row) => row?.state === 'sent',
    )
    await rowsOf(server, "update mails set state = 'queued' where request_id = $1", [id])
    await rowsOf(server, "select enqueue('send_mail', customer_code, id) from mails where request_id = $1", [id])
    const copy = await mails.mailTo(email, 2)
    expect(copy.mail.messageId).toBe(mail.messageId)
    expect(copy.mail.text).toBe(mail.text)
    expect(copy.mail.html).toBe(mail.html)
  })

  test('is not retried after a permanent rejection, and the reason is stored in its row', async () => {
    sink.answers.rcpt.push(smtpError(550, 'no such mailbox'))
    const { id } = await mails.send()
    const row = await eventually(
      () => mails.mailRow(id),
      (found) => found?.state === 'failed',
    )
    expect(row).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('no such mailbox') })
    // The queue deletes the job of a mail only shortly after the mail's row has changed.
    const jobs = () => waitingTasks(server, row?.id)
    expect(await eventually(jobs, (left) => left.length === 0)).toEqual([])
  })

  test('is not retried after the SMTP server permanently rejects the mail’s content', async () => {
    sink.answers.data.push(smtpError(554, 'looks like spam'))
    const { id } = await mails.send()
    const row = await eventually(
      () => mails.mailRow(id),
      (found) => found?.state === 'failed',
    )
    expect(row).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('looks like spam') })
  })

  test('is retried if another process has locked the mail’s row', async () => {
    const { id, email } = await mails.sendAndWait()
    await eventually(
      () => mails.mailRow(id),
      (row) => row?.state === 'sent',
    )
    const holder = await server.database.owner.connect()
    await holder.query("update mails set state = 'queued' where request_id = $1", [id])
    await holder.query('begin')
    await holder.query('select 1 from mails where request_id = $1 for update', [id])
    await rowsOf(server, "select enqueue('send_mail', customer_code, id) from mails where request_id = $1", [id])
    await new Promise((resolve) => setTimeout(resolve, 500))
    await holder.query('rollback')
    holder.release()
    const copy = await mails.mailTo(email, 2)
    expect(copy.to).toEqual([email])
  })
})
