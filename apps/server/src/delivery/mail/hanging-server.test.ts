import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { destinationCase, destinationForm } from '../../../test/destination-case.ts'
import { mailCase } from '../../../test/mail-case.ts'
import { eventually, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openTransport } from './transport.ts'

/** A fake SMTP server that accepts connections and sends an endless response, one character every 100 ms. */
let dripping: Server
let url: string
const open = new Set<Socket>()
const MAIL = { sender: 'a@example.org', subject: 's', text: 't', html: 'h', id: 'x', recipient: 'b@example.org', messageIdDomain: 'example.org' }

let sink: MailSink
let server: TestServer
beforeAll(async () => {
  dripping = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).write('220 here\r\n250-')
    const drip = setInterval(() => socket.write('x'), 100)
    socket.once('close', () => {
      clearInterval(drip)
      open.delete(socket)
    })
  })
  await once(dripping.listen(0, '127.0.0.1'), 'listening')
  url = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: url } })
  await server.load(sampleBundle())
  await server.load(destinationForm('ticketed', { kind: 'email', address: 'desk@example.org' }))
})
afterAll(async () => {
  dripping.close()
  for (const socket of open) socket.destroy()
  await server.close()
  await sink.close()
})

test('mails to an SMTP server that does not respond delay no tickets', async () => {
  const mails = mailCase(server, sink)
  for (let sent = 0; sent < 8; sent++) await mails.send({ street: `Via Ferma ${sent}` })
  await eventually(
    async () => open.size,
    (size) => size >= 3,
  )
  const { id } = await destinationCase(server).send('ticketed')
  const [row] = await eventually(
    () => rowsOf(server, 'select state from requests where id = $1', [id]),
    ([found]) => found?.state === 'processed',
    5_000,
  )
  expect(row).toEqual({ state: 'processed' })
  expect(await rowsOf(server, "select count(*) as n from mails where state = 'queued' and attempts = 0")).toEqual([{ n: 9 }])
  expect(open.size).toBeLessThanOrEqual(3)
})

test('a mail to an SMTP server that sends one byte at a time times out, and its connection is freed', async () => {
  const before = open.size
  const transport = openTransport(url, 1_000)
  const begun = performance.now()
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => transport?.send(MAIL)))
  expect(tries.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(
    await eventually(
      async () => open.size,
      (size) => size <= before,
      3_000,
    ),
  ).toBe(before)
  transport?.close()
})
