import type { DestinationOf } from '@sportello/contract'
import type { Outbound } from '../../platform/http/outbound/outbound.ts'
import { sendFiles } from './attached-files.ts'
import { attempt, isRecord, namesNoTicket, opened, type Send, textOf, urlBelow } from './attempt.ts'
import { type Connector, type Handover, type Outcome, tried } from './connector.ts'
import { multipart } from './multipart.ts'
import { renderFields, titleOf } from './ticket-texts.ts'

type Settings = DestinationOf<'glpi'>

/**
 * Opens tickets in GLPI through its REST API (GLPI, apirest.md). The user of the token needs the rights to create
 * tickets and documents, and to see the tickets that the user opened.
 */
export const glpi: Connector<'glpi'> = {
  body: (event, { title, fields }) =>
    Buffer.from(JSON.stringify({ input: { ...renderFields(event, fields), name: titleOf(event, title), content: event.notification.html } })),
  deliver: (outbound, destination, handover) =>
    inSession(outbound, destination, async (send, session) => {
      const there = handover.tried ? await findTicket(send, session, handover.ticket) : undefined
      const ticket = there ?? (await createTicket(send, session, handover.body))
      const leftOut = await uploadFiles(send, session, handover, ticket.number, there !== undefined)
      const page = urlBelow(destination.url, `front/ticket.form.php?id=${ticket.number}`).href
      return opened({ ...ticket, page, wasThere: there !== undefined, leftOut })
    }),
  // The response contains the session token, which operators must not see.
  probe: (outbound, destination) => inSession(outbound, destination, async () => ({ delivered: true, status: 200, answer: 'the tokens are accepted' })),
}

/** Returns the URL and headers of a call within a session. */
type Session = (path: string, query?: Readonly<Record<string, string>>) => { url: URL; headers: Record<string, string> }

const SEARCH_TIMEOUT_MS = 5_000
const END_TIMEOUT_MS = 2_000

/** Makes one attempt within a session of GLPI, and closes the session. */
function inSession(outbound: Outbound, destination: Settings, run: (send: Send, session: Session) => Promise<Outcome>): Promise<Outcome> {
  return attempt(outbound, async (send) => {
    const { url, headers } = callOf(destination, 'initSession')
    const answer = await send({
      url,
      headers: { ...headers, authorization: `user_token ${destination.token ?? ''}` },
      method: 'GET',
      timeoutMs: SEARCH_TIMEOUT_MS,
      purpose: 'while opening a session',
    })
    const token = isRecord(answer.value) ? textOf(answer.value.session_token) : undefined
    if (token === undefined) throw namesNoTicket({ ...answer, shown: 'no session token' })
    const session: Session = (path, query = {}) => {
      const call = callOf(destination, path)
      for (const [key, value] of Object.entries(query)) call.url.searchParams.set(key, value)
      return { ...call, headers: { ...call.headers, 'session-token': token } }
    }
    try {
      return await run(send, session)
    } finally {
      await tried(outbound, { ...session('killSession'), method: 'GET', timeoutMs: END_TIMEOUT_MS })
    }
  })
}

/** Searches for a ticket with the ticket code in its name. GLPI's database has no delay. */
async function findTicket(send: Send, session: Session, ticket: string): Promise<{ status: number; number: string } | undefined> {
  const call = session('Ticket', { 'searchText[name]': ticket, range: '0-9' })
  const answer = await send({ ...call, method: 'GET', timeoutMs: SEARCH_TIMEOUT_MS, purpose: 'while looking for the ticket' })
  if (!Array.isArray(answer.value)) throw namesNoTicket(answer)
  const own = answer.value.find((each) => isRecord(each) && String(each.name).includes(ticket))
  return own && { status: answer.status, number: String(own.id) }
}

async function createTicket(send: Send, session: Session, body: Handover['body']): Promise<{ status: number; number: string }> {
  const answer = await send({ ...session('Ticket'), method: 'POST', body })
  const id = isRecord(answer.value) ? textOf(answer.value.id) : undefined
  if (id === undefined) throw namesNoTicket(answer)
  return { status: answer.status, number: id }
}

/**
 * Uploads the attachments as documents that are linked to the ticket. The name of a document contains the ticket code,
 * by which the next attempt finds the documents that this one has uploaded.
 */
async function uploadFiles(send: Send, session: Session, { files, attempts, ticket }: Handover, number: string, isRetry: boolean): Promise<string[]> {
  const nameOf = (file: { name: string }) => `${ticket} ${file.name}`.slice(0, 250)
  const attached = await files()
  const there = isRetry && attached.length > 0 ? await documentNames(send, session, ticket) : []
  const missing = attached.filter((file) => !there.includes(nameOf(file)))
  return sendFiles(missing, attempts, async (file, content) => {
    const manifest = JSON.stringify({ input: { name: nameOf(file), itemtype: 'Ticket', items_id: Number(number), _filename: [file.name] } })
    const { headers, body } = multipart('filename[0]', file, content, { uploadManifest: manifest })
    const call = session('Document')
    const answer = await send({ ...call, headers: { ...call.headers, ...headers }, method: 'POST', body, purpose: 'while sending an attachment' })
    if (!isRecord(answer.value) || textOf(answer.value.id) === undefined) throw namesNoTicket(answer)
  })
}

async function documentNames(send: Send, session: Session, ticket: string): Promise<string[]> {
  const call = session('Document', { 'searchText[name]': ticket, range: '0-99' })
  const answer = await send({ ...call, method: 'GET', timeoutMs: SEARCH_TIMEOUT_MS, purpose: 'while looking for the attachments' })
  return Array.isArray(answer.value) ? answer.value.filter(isRecord).map(({ name }) => String(name)) : []
}

function callOf({ url, app_token }: Settings, path: string) {
  return {
    url: urlBelow(url, `apirest.php/${path}`),
    headers: { 'content-type': 'application/json', ...(app_token && { 'app-token': app_token }) } as Record<string, string>,
  }
}
