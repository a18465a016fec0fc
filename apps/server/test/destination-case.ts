import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { deliverTicket } from '../src/delivery/destinations/deliver-ticket.ts'
import { openTicket } from '../src/delivery/destinations/open-ticket.ts'
import { claimDeliveries } from '../src/delivery/destinations/queries.ts'
import { acrossCustomers } from '../src/platform/db/with-customer.ts'
import { sampleBundle } from './sample-bundle.ts'
import { freshAnswers, sendForm, withFiles } from './send.ts'
import type { TestServer } from './test-server.ts'
import { openRowsOf, rowsOf } from './traces.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const OTHER_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`

export interface Taken {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}
export type Answer = (response: ServerResponse, taken: Taken) => void | Promise<void>

/**
 * Starts a fake ticket destination. It answers each call with the next entry of `script`, or with `always` if `script`
 * is empty.
 */
export async function startSink(always: Answer = (response) => void response.end('thanks')) {
  const taken: Taken[] = []
  const script: Answer[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    taken.push(call)
    response.on('error', () => {})
    await (script.shift() ?? always)(response, call)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken,
    script,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Sink = Awaited<ReturnType<typeof startSink>>

/** Returns a form with ticket destinations. Its requests are confirmed at once and open tickets. */
export function destinationForm(code: string, destination: unknown): Record<string, unknown> {
  const bundle = sampleBundle({ code, params: { auth_type: ['DATACOLLECTION'], ticket_prefix: 'D-', destination } })
  return bundle
}

/** Returns functions that submit requests to a server and run their deliveries one attempt at a time. */
export function destinationCase(server: TestServer) {
  const delivery = async (requestId: string, name = 'webhook') =>
    (await openRowsOf(server, 'select * from deliveries where request_id = $1 and destination = $2', [requestId, name]))[0]
  async function send(form: string, file?: string): Promise<{ ticket: string; id: string }> {
    const body = sendForm(freshAnswers(), { email: undefined, confirmed_email: undefined })
    const sent = await server.call<{ ticket: string }>('POST', `/forms/${form}`, { body: file ? withFiles(body, [file, 'some text']) : body })
    expect([sent.status, sent.body.errors]).toEqual([201, []])
    const ticket = String(sent.body.data?.ticket)
    const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [ticket])
    return { ticket, id: String(row?.id) }
  }
  return {
    send,
    delivery,
    /** Submits a request and opens its ticket, as the worker's job would do. */
    async open(form: string, file?: string) {
      const sent = await send(form, file)
      await openTicket(server.services, form, sent.id)
      return sent
    },
    /**
     * Makes one attempt of a delivery at once, without waiting until its backoff has passed and its queue row is due.
     */
    async attempt(requestId: string, name = 'webhook') {
      const turn = `from deliveries d where d.request_id = $1 and d.destination = $2 and d.customer_code = l.customer_code and d.destination = l.destination and d.lane = l.lane`
      await rowsOf(server, `update delivery_lanes l set next_due_at = (select '2020-01-01'::timestamptz ${turn})`, [requestId, name])
      await rowsOf(server, "update deliveries set next_attempt_at = '2020-01-01' where request_id = $1 and destination = $2 and state = 'queued'", [
        requestId,
        name,
      ])
      // Postpones all other deliveries, so that only the tested delivery is due.
      await rowsOf(server, "update deliveries set next_attempt_at = '2100-01-01' where state = 'queued' and due_at > '2020-01-01'")
      const [claimed] = await acrossCustomers(server.database.jobs, (db) => claimDeliveries(db, 1))
      if (claimed) await deliverTicket(server.services, claimed)
      return delivery(requestId, name)
    },
    request: async (id: string) => (await rowsOf(server, 'select state, failure from requests where id = $1', [id]))[0],
  }
}
