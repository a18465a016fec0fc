import type { DestinationOf } from '@sportello/contract'
import type { Outbound } from '../../platform/http/outbound/outbound.ts'
import { isRecord, parsed, urlBelow } from './attempt.ts'
import { type Connector, type Outcome, tried } from './connector.ts'
import { renderFields, titleOf } from './ticket-texts.ts'

type Settings = DestinationOf<'zammad'>

/**
 * Opens tickets in Zammad through its REST API (`POST /api/v1/tickets`). The access token needs the permission
 * `ticket.agent`.
 */
export const zammad: Connector<'zammad'> = {
  body(event, { group, customer, fields, title }) {
    const email = event.document.data.email ?? customer
    return Buffer.from(
      JSON.stringify({
        ...renderFields(event, fields),
        title: titleOf(event, title),
        group,
        // The prefix `guess:` makes Zammad find the customer with the given e-mail address, or create one.
        ...(email && { customer_id: `guess:${email}` }),
        article: {
          subject: event.notification.subject,
          body: event.notification.html,
          content_type: 'text/html',
          type: 'web',
          sender: 'Customer',
          internal: false,
        },
      }),
    )
  },
  async deliver(outbound, destination, { body, ticket, tried: before }) {
    // Zammad's API has no idempotency key, so a retry first searches Zammad's ticket titles for the request's ticket
    // code.
    const there = before ? await findTicket(outbound, destination, ticket) : undefined
    if (there) return there
    const outcome = await tried(outbound, { ...callOf(destination, 'tickets'), method: 'POST', body }, idIn)
    // A proxy may answer 200 with its sign-in page. The next attempt searches for the ticket before it opens one.
    if (!outcome.delivered || outcome.externalId) return outcome
    return { delivered: false, status: outcome.status, answer: outcome.answer, error: `answered ${outcome.status} without the number of a ticket` }
  },
  probe: (outbound, destination) => tried(outbound, { ...callOf(destination, 'users/me'), method: 'GET' }),
}

const SEARCH_TIMEOUT_MS = 8_000

async function findTicket(outbound: Outbound, destination: Settings, ticket: string): Promise<Outcome | undefined> {
  const { url, headers } = callOf(destination, 'tickets/search')
  for (const [key, value] of Object.entries({ query: `"${ticket}"`, limit: '10', expand: 'true' })) url.searchParams.set(key, value)
  let found: unknown[] = []
  const outcome = await tried(outbound, { url, headers, method: 'GET', timeoutMs: SEARCH_TIMEOUT_MS }, (text) => {
    const list = parsed(text)
    found = Array.isArray(list) ? list : []
    return {}
  })
  if (!outcome.delivered) return { ...outcome, error: `while looking for the ticket: ${outcome.error}` }
  const own = found.find((each) => isRecord(each) && String(each.title).includes(ticket))
  return own === undefined ? undefined : { ...outcome, ...idIn(JSON.stringify(own)), answer: 'found: an earlier try had opened it' }
}

function callOf({ url, token }: Settings, path: string) {
  return {
    url: urlBelow(url, `api/v1/${path}`),
    headers: { authorization: `Token token=${token ?? ''}`, 'content-type': 'application/json', accept: 'application/json' },
  }
}

function idIn(text: string): { externalId?: string } {
  const answer = parsed(text)
  const id = isRecord(answer) ? (answer.number ?? answer.id) : undefined
  return typeof id === 'string' || typeof id === 'number' ? { externalId: String(id).slice(0, 64) } : {}
}
