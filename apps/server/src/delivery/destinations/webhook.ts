import { createHmac } from 'node:crypto'
import type { DestinationOf } from '@sportello/contract'
import { now } from '../../platform/db/clock.ts'
import { type Connector, tried } from './connector.ts'

/** Delivers tickets by signed webhook calls as Standard Webhooks 1.0 specifies (docs/webhooks.md). */
export const webhook: Connector<'webhook'> = {
  body: ({ document }) => Buffer.from(JSON.stringify(document)),
  deliver: (outbound, destination, { eventId, body }) =>
    tried(outbound, { url: new URL(destination.url), method: 'POST', headers: signedHeaders(destination, eventId, body), body }),
  probe(outbound, destination, eventId) {
    const body = Buffer.from(JSON.stringify({ type: 'test', timestamp: new Date(now()).toISOString(), data: {} }))
    return webhook.deliver(outbound, destination, { eventId, body, ticket: '', tried: false, attempts: 1, files: async () => [] })
  },
}

/**
 * Returns the signature headers of a webhook call; the signature covers the time of the attempt. While an operator
 * replaces the secret, the call is signed with both the old and the new secret.
 */
function signedHeaders({ secret, previous_secret }: DestinationOf<'webhook'>, eventId: string, body: Buffer): Record<string, string> {
  const timestamp = String(Math.floor(now() / 1_000))
  const signatures = [secret, previous_secret].filter(Boolean).map((each) => `v1,${signatureOf(String(each), eventId, timestamp, body)}`)
  return {
    'content-type': 'application/json',
    'user-agent': 'Sportello-Webhooks/1.0',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

function signatureOf(secret: string, eventId: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64')
}
