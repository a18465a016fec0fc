import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { TestServer } from './test-server.ts'

export const STATE_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

const mac = (hash: string, secret: string, ...parts: string[]) => parts.reduce((hmac, part) => hmac.update(part), createHmac(hash, secret)).digest('hex')
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1_000))

/** Returns the signature headers of each ticket system, as its documentation or source describes them (decision 0094). */
export const SIGNERS = {
  redmine: (body: string, secret = STATE_SECRET) => ({ 'x-redmine-signature-256': `sha256=${mac('sha256', secret, body)}` }),
  zammad: (body: string, secret = STATE_SECRET) => ({ 'x-hub-signature': `sha1=${mac('sha1', secret, body)}`, 'x-zammad-delivery': 'd1' }),
  jira: (body: string, secret = STATE_SECRET) => ({ 'x-hub-signature': `sha256=${mac('sha256', secret, body)}` }),
  glpi: (body: string, secret = STATE_SECRET, at = new Date()) => ({
    'x-glpi-signature': mac('sha256', secret, body, seconds(at)),
    'x-glpi-timestamp': seconds(at),
  }),
  hub: (body: string, secret = STATE_SECRET) => ({ 'x-hub-signature-256': `sha256=${mac('sha256', secret, body)}` }),
  standard: (body: string, secret = STATE_SECRET, at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': seconds(at),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  }),
} as const

/** Calls in the formats of the ticket systems. Only the parts that matter, among some that do not. */
export const REPORTS = {
  redmine: ({ number, title = '', state, done = false, at }: Reported) => ({
    type: 'issue.updated',
    timestamp: at,
    data: { issue: { id: Number(number), subject: title, status: { id: 2, name: state, is_closed: done }, project: { id: 1 } }, journal: { notes: 'private' } },
  }),
  zammad: ({ number, title = '', state, at }: Reported) => ({
    ticket: { id: 81, number, title, state, state_id: 2, updated_at: at, customer: { email: 'anna@example.org' } },
    article: { body: 'private' },
  }),
  jira: ({ number, title = '', state, done = false, at }: Reported) => ({
    timestamp: Date.parse(at),
    webhookEvent: 'jira:issue_updated',
    issue: { id: '10002', key: number, fields: { summary: title, status: { name: state, statusCategory: { key: done ? 'done' : 'indeterminate' } } } },
  }),
  glpi: ({ number, title = '', state, done = false }: Reported) => ({
    event: 'update',
    item: { id: Number(number), name: title, status: { id: done ? 5 : 2, name: state }, content: 'private' },
  }),
} as const

interface Reported {
  number: string
  title?: string
  state: string
  done?: boolean
  at: string
}

/** Returns a function that calls the address for reports as a ticket system does: without an API key, with the bytes as they are. */
export function reporter(server: TestServer) {
  return async (form: string, destination: string, body: string | object, headers: Record<string, string> | ((body: string) => Record<string, string>)) => {
    const bytes = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${server.url}/forms-service/rs/v2/forms/${form}/destinations/${destination}/state`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json; charset=utf-8', ...(typeof headers === 'function' ? headers(bytes) : headers) },
    })
    return { status: response.status, text: await response.text() }
  }
}
