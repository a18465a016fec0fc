import { randomUUID } from 'node:crypto'
import type { FollowUp } from '@sportello/contract'
import { indexOlderRequests } from '../src/requests/requests/jobs.ts'
import { startFollowUpCase } from './follow-up-case.ts'
import { withFiles } from './send.ts'
import { rowsOf } from './traces.ts'

type SentFiles = Parameters<typeof withFiles>[1][]

/** Starts the follow-up case with calls that ask for corrections and files, and that send them. */
export async function startCorrectionCase() {
  const { download: _page, ...on } = await startFollowUpCase()
  const { server } = on

  async function clear(): Promise<void> {
    await rowsOf(server, 'truncate request_messages, follow_ups, follow_up_sessions, desk_entries, mailboxes, search_words, search_progress, tax_codes')
    await rowsOf(server, "delete from mails where kind in ('follow_up_code', 'question')")
  }

  /** Sends a request that is processed and on the desk. @returns its ticket */
  async function newRequest(name: string, form = 'ours'): Promise<string> {
    await rowsOf(server, 'truncate request_fingerprints')
    const ticket = await on.send(form, `${name}@example.org`)
    await on.settle()
    return ticket
  }

  /** Asks for corrections of questions, or for files. @returns the id of the message */
  async function askFor(ticket: string, properties: readonly string[]): Promise<string> {
    const id = randomUUID()
    const { status, body } = await on.call('POST', `/requests/${ticket}/messages`, 'all', { body: { id, text: 'Correggere, per favore', properties } })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return id
  }

  /** Sends a correction with the cookie of a session. */
  function correct(
    message: string,
    cookie: string | undefined,
    answers: unknown,
    { id = randomUUID() as string, text, files = [], form = 'ours' }: { id?: string; text?: string; files?: SentFiles; form?: string } = {},
  ) {
    const body = new FormData()
    body.append('id', id)
    body.append('form_fields', typeof answers === 'string' ? answers : JSON.stringify(answers))
    if (text !== undefined) body.append('text', text)
    return server.call<FollowUp>('POST', `/forms/${form}/follow-up/messages/${message}/correction`, {
      headers: cookie === undefined ? {} : { cookie },
      body: withFiles(body, ...files),
    })
  }

  /** Lets operators find requests by answers. */
  async function searchBy(properties: readonly string[]): Promise<void> {
    await rowsOf(server, "update customers set params = params || $1 where customer_code = 'ours'", [JSON.stringify({ desk_search: properties })])
    // The first run only records a form that is searched for the first time.
    for (let run = 0; run < 2; run++) await indexOlderRequests(server.services)
  }

  const download = (path: string) =>
    fetch(`${server.url}/forms-service/rs/v2/managements${path}`, { headers: { 'X-Api-Key': 'test-key', ...on.bearer('all') } })

  return { ...on, clear, newRequest, askFor, correct, searchBy, download }
}
