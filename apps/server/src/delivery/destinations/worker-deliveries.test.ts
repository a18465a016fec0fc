import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, destinationCase, destinationForm, SECRET, type Sink, startSink } from '../../../test/destination-case.ts'
import { eventually, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

const REQUESTS = 12

let server: TestServer
let mails: MailSink
let slow: Sink
let quick: Sink
let tickets: ReturnType<typeof destinationCase>
let atOnce = 0
let mostAtOnce = 0
beforeAll(async () => {
  const hang: Answer = async (response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    response.on('close', () => atOnce--)
  }
  slow = await startSink(hang)
  quick = await startSink()
  mails = await startMailSink()
  server = await startTestServer({ worker: true, env: { OUTBOUND_ALLOW: '127.0.0.0/8', SMTP_URL: mails.url } })
  tickets = destinationCase(server)
  await server.load(destinationForm('slow', { kind: 'webhook', url: slow.url, secret: SECRET }))
  await server.load(
    destinationForm('quick', [
      { kind: 'webhook', url: quick.url, secret: SECRET },
      { kind: 'email', name: 'desk', address: 'desk@example.org', lang_code: 'de' },
    ]),
  )
})
afterAll(async () => {
  await server.close()
  for (const sink of [slow, quick, mails]) await sink.close()
})

test('a destination that does not respond receives at most two parallel attempts, and delays no tickets for other destinations and no mails', async () => {
  for (let sent = 0; sent < REQUESTS; sent++) await tickets.send('slow')
  await eventually(
    async () => slow.taken.length,
    (n) => n >= 2,
  )
  const begun = Date.now()
  const { ticket, id } = await tickets.send('quick', 'note.txt')
  const row = await eventually(
    () => tickets.delivery(id),
    (found) => found?.state === 'delivered',
    5_000,
  )
  expect(row).toMatchObject({ state: 'delivered', attempts: 1 })
  // The ticket system has the request; the operators' desk has it not.
  expect(await rowsOf(server, 'select from desk_cases')).toEqual([])
  const [mail] = await mails.until(1, 5_000)
  expect(Date.now() - begun).toBeLessThan(5_000)
  expect(mail).toMatchObject({ to: ['desk@example.org'], mail: { subject: `Neue Anfrage ${ticket}: Report something` } })
  expect(mail?.mail.text).toContain('note.txt')
  expect(mostAtOnce).toBeLessThanOrEqual(2)
  expect(slow.taken.length).toBeLessThanOrEqual(2)
  expect(await rowsOf(server, "select count(*) as n from deliveries where customer_code = 'slow'")).toEqual([{ n: REQUESTS }])
})
