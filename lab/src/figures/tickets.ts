import { replayDelivery } from '../../../apps/server/src/delivery/destinations/queries.ts'
import { openDatabase } from '../../../apps/server/src/platform/db/database.ts'
import { acrossCustomers } from '../../../apps/server/src/platform/db/with-customer.ts'
import { formatFaults } from '../audit.ts'
import { receiptOf, send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend } from '../ledger.ts'
import { runInLanes, urlsOf } from '../parallel.ts'
import { type Backoff, skipBackoffUntil } from '../skip-backoff.ts'
import { FAILURES, RETRY_AFTER_S, startWebhookSink, type WebhookSink } from '../webhook-sink.ts'

const FORMS = 8
const FAILING = 0.3
const LIMIT_MS = 3_600_000

export const tickets: Figure = {
  id: 'G6',
  what: `Tickets are delivered to destinations that fail three times in ten, in ${FAILURES.length} ways`,
  goal: '10,000 tickets: each is accepted under one id, with the same bytes and a valid signature at every attempt; Retry-After is respected',
  async run(size) {
    const sink = await startWebhookSink()
    const calm = await startWebhookSink()
    const forms = Array.from({ length: FORMS }, (_, at) => `hooked-${at + 1}`)
    const webhooks = [...forms.map((form) => ({ form, url: sink.url })), { form: 'calm', url: calm.url }]
    const lab = await startLab({ database: 'lab', webhooks })
    try {
      sink.next = () => (Math.random() < FAILING ? (FAILURES[Math.floor(Math.random() * FAILURES.length)] ?? 'ok') : 'ok')
      const events = size(10_000)
      const sent = await sendTickets(lab, forms, events)
      const calmSent = await sendTickets(lab, ['calm'], size(500))
      let hasty = 0
      await skipBackoffUntil(
        lab,
        () => delivered(lab),
        LIMIT_MS,
        (backoffs) => {
          hasty += backoffs.filter(tooShort).length
        },
      )
      const missing = [...sent].filter((ticket) => !sink.tickets.has(ticket)).length + [...calmSent].filter((ticket) => !calm.tickets.has(ticket)).length
      const faults = formatFaults({
        ...sink.faults(),
        ...calm.faults(),
        ...(missing > 0 && { missing }),
        ...(hasty > 0 && { 'Retry-After not obeyed': hasty }),
      })
      const tries = [...sink.tries.values()].reduce((sum, each) => sum + each, 0)
      return {
        size: `${thousands(events)} tickets of ${FORMS} forms, and ${calmSent.size} of a form whose destination works`,
        measured: `${sink.accepted.size} ids arrived after ${thousands(tries)} tries, ${twice(sink)} accepted twice; ${faults ?? '0 missing, 0 altered, 0 wrongly signed'}`,
        met: faults === undefined && sink.accepted.size === events && twice(sink) === 0,
      }
    } finally {
      await lab.close()
      await sink.close()
      await calm.close()
    }
  },
}

/** Returns the number of events that a destination accepted more than once. */
const twice = ({ accepted }: WebhookSink) => [...accepted.values()].filter((times) => times > 1).length
const tooShort = ({ seconds, status }: Backoff) => status === 429 && seconds < RETRY_AFTER_S - 0.5

async function sendTickets(lab: Lab, forms: readonly string[], count: number): Promise<Set<string>> {
  const sent = new Set<string>()
  await runInLanes(count, async (at) => {
    const answer = await send(urlsOf(lab)[at % 2] ?? '', freshSend(forms[at % forms.length] ?? ''))
    if (answer.status !== 201) throw new Error(`a send was answered ${answer.status}`)
    sent.add(receiptOf(answer).ticket)
  })
  return sent
}

/**
 * Returns true if all tickets are delivered. Resends tickets whose delivery has failed permanently, as an operator
 * would.
 */
async function delivered(lab: Lab): Promise<boolean> {
  const { rows } = await lab.owner.query<{ customer_code: string; id: string; request_id: string }>(
    `select customer_code, id, request_id from deliveries where state = 'dead'`,
  )
  if (rows.length > 0) {
    const database = openDatabase(lab.database, () => {})
    for (const { customer_code, ...delivery } of rows) await acrossCustomers(database.kysely, (db) => replayDelivery(db, customer_code, delivery))
    await database.close()
  }
  const open = `select (select count(*) from requests where state = 'confirmed') + (select count(*) from deliveries where state <> 'delivered') as n`
  return Number((await lab.owner.query<{ n: number }>(open)).rows[0]?.n) === 0
}
