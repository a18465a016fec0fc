import { randomUUID } from 'node:crypto'
import { encryptMessage, messageKey } from '../src/entrance/sessions/rules.ts'
import { SSO_SECRET } from './access-bundle.ts'
import type { TestServer } from './test-server.ts'

interface Message {
  client?: string
  jti?: string
  exp?: number
  [known: string]: unknown
}

/** Returns an SSO message, encrypted as the customer's own site encrypts its messages. */
export function ssoMessage(customer: string, content: Message = {}, secret = SSO_SECRET): string {
  const whole = {
    client: 'acme',
    jti: randomUUID(),
    exp: Math.floor(Date.now() / 1_000) + 60,
    email: 'anna@example.org',
    nome: 'Anna',
    cognome: 'Neri',
    ...content,
  }
  return encryptMessage(messageKey(secret), customer, whole)
}

/** Posts an SSO message as a browser does that comes from another site. @returns HTTP status and redirect URL */
export async function postMessage(server: TestServer, customer: string, message: string, method: 'GET' | 'POST' = 'POST', cookie = '') {
  const url = `${server.url}/forms-service/rs/v2/forms/${customer}/sso`
  const body = new URLSearchParams({ message })
  const response = await (method === 'GET'
    ? fetch(`${url}?${body}`, { redirect: 'manual', headers: { cookie } })
    : fetch(url, { method, body, redirect: 'manual', headers: { cookie } }))
  return { status: response.status, location: response.headers.get('location') ?? '', body: await response.text(), headers: response.headers }
}

/** Opens a visitor's session by an SSO message. @returns the session's code */
export async function enter(server: TestServer, customer: string, content?: Message): Promise<string> {
  const { location } = await postMessage(server, customer, ssoMessage(customer, content))
  const code = new URL(location, server.url).searchParams.get('code')
  if (code === null) throw new Error(`led to ${location}`)
  return code
}
