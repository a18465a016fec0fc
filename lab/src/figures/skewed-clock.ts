import { existsSync } from 'node:fs'
import { SSO_SECRET } from '../../../apps/server/test/access-bundle.ts'
import { encryptMessage } from '../../../docs/sso/seal-message.ts'
import { formatFaults, untilIdle } from '../audit.ts'
import { call, codesOf, confirm, receiptOf, send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { SSO_FORM } from '../lab-bundle.ts'
import { freshSend, linkCodeOf } from '../ledger.ts'
import { Tally } from '../parallel.ts'
import { startWebhookSink } from '../webhook-sink.ts'

/** File paths at which the library `libfaketime` from Debian's package faketime may be installed. */
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
const DELIVERY_MS = 8_000
const SKEWS = ['+49h', '-49h']

export const skewedClock: Figure = {
  id: 'G19',
  what: 'The clock of one server is 49 hours ahead or behind',
  goal: '0 expired links and messages accepted, 0 valid ones rejected, tickets signed with the right time',
  async run(size) {
    const library = LIBRARIES.find((file) => existsSync(file))
    if (library === undefined) return { size: 'none', measured: 'not measured: Debian’s faketime is not installed', met: false }
    const sink = await startWebhookSink()
    const lab = await startLab({ database: 'lab', webhooks: [{ form: 'hooked', url: sink.url }] })
    const wrong = new Tally()
    let judged = 0
    try {
      for (const skew of SKEWS) {
        await lab.servers[1]?.stop()
        lab.servers[1]?.start({ LD_PRELOAD: library, FAKETIME: skew, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
        await lab.servers[1]?.untilReady()
        for (let round = 0; round < size(100); round++) {
          const results = await judgements(lab)
          judged += results.length
          for (const [what, right] of results) if (!right) wrong.add(`${skew}: ${what}`)
        }
        // Stops the other server, so that the server with the wrong clock must deliver the ticket.
        await lab.servers[0]?.stop()
        const ticket = await direct(lab.servers[1]?.url ?? '')
        if (!(await untilIdle(lab, DELIVERY_MS)) || !sink.tickets.has(ticket)) wrong.add(`${skew}: a ticket was not delivered`)
        lab.servers[0]?.start()
        await lab.servers[0]?.untilReady()
      }
      const faults = formatFaults(sink.faults())
      return {
        size: `${thousands(judged)} checks, clock ${SKEWS.join(' and ')}`,
        measured: [wrong.counts.size === 0 ? '0 wrong' : String(wrong), faults].filter(Boolean).join('; '),
        met: wrong.counts.size === 0 && faults === undefined,
      }
    } finally {
      await lab.close()
      await sink.close()
    }
  },
}

async function direct(server: string): Promise<string> {
  return receiptOf(await send(server, freshSend('hooked'))).ticket
}

type Judgement = [what: string, right: boolean]

/** Tests the server with the wrong clock. It must accept valid links and SSO messages, and reject expired ones. */
async function judgements(lab: Lab): Promise<Judgement[]> {
  const [right = '', wrong = ''] = lab.servers.map(({ url }) => url)
  const judged: Judgement[] = []
  for (const maker of [right, wrong]) {
    const made = maker === right ? 'made by the other' : 'made by itself'
    const fresh = await confirm(wrong, 'parked', await linkMadeBy(lab, maker, '1 hour'))
    judged.push([`a good link, ${made}, is refused: ${fresh.status}`, fresh.status === 200])
    const over = await confirm(wrong, 'parked', await linkMadeBy(lab, maker, '-1 minute'))
    judged.push([`an expired link, ${made}, is accepted: ${over.status}`, over.status === 410 && codesOf(over) === 'forms0040'])
  }
  const now = Math.floor(Date.now() / 1_000)
  judged.push(['a good message is refused', await entersBy(wrong, now + 120)], ['an expired message is accepted', !(await entersBy(wrong, now - 10))])
  judged.push(['a message from two days ago is accepted', !(await entersBy(wrong, now - 49 * 3_600 + 120))])
  judged.push(['a message of two days ahead is accepted', !(await entersBy(wrong, now + 49 * 3_600 + 120))])
  return judged
}

async function linkMadeBy(lab: Lab, server: string, life: string): Promise<string> {
  const { file: _, ...given } = freshSend('parked')
  const { ticket } = receiptOf(await send(server, given))
  // A link's expiry is set when its mail is sent. Waits until the confirmation mail has been sent.
  await untilIdle(lab, DELIVERY_MS)
  await lab.owner.query(
    'update verification_codes v set expires_at = now() + $2::interval from requests r where r.id = v.request_id and r.customer_code = v.customer_code and r.ticket = $1',
    [ticket, life],
  )
  return linkCodeOf(lab, { form: 'parked', ticket })
}

/** Returns true if the server opens a session for an SSO message. */
async function entersBy(server: string, exp: number): Promise<boolean> {
  const message = encryptMessage(SSO_FORM, SSO_SECRET, { client: 'lab', email: 'anna@example.org', exp })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await call(`${server}/forms-service/rs/v2/forms/${SSO_FORM}/sso`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ message }).toString(),
  })
  return String(answer.headers.location).includes('?code=')
}
