import { randomUUID } from 'node:crypto'
import type { OpeningDraft, SavedDraft } from '@sportello/contract'
import { mailPlace } from '../src/requests/saved-drafts/rules.ts'
import { freshAnswers, PNG, withFiles } from './send.ts'
import type { TestServer } from './test-server.ts'
import { rowsOf } from './traces.ts'

let people = 0
export const freshEmail = () => `person${++people}@example.org`

interface Saved {
  form?: string
  email?: string | undefined
  shown?: Record<string, unknown>
  files?: Parameters<typeof withFiles>[1][]
  key?: string
  headers?: Record<string, string>
  more?: Record<string, string>
}

/** Calls the endpoint that saves a draft of the sample form. */
export function save(server: TestServer, { form = 'sample', email, shown, files = [['a.png', PNG]], key = randomUUID(), headers = {}, more = {} }: Saved = {}) {
  const body = new FormData()
  const fields = { ...(email !== undefined && { email }), form_fields: JSON.stringify(shown ?? freshAnswers()), code_tag: 'report', ...more }
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return server.call<SavedDraft>('POST', `/forms/${form}/saved-drafts`, { body: withFiles(body, ...files), headers: { 'Idempotency-Key': key, ...headers } })
}

/** Returns the newest saved draft of a form. */
export async function newest(server: TestServer, form = 'sample'): Promise<{ id: string; key: string }> {
  const [row] = await rowsOf(
    server,
    'select draft_id, link from saved_draft_mails m join saved_drafts d on d.id = m.draft_id where m.customer_code = $1 order by d.id desc limit 1',
    [form],
  )
  const id = String(row?.draft_id)
  return { id, key: await server.services.encryption.open(null, mailPlace('link')(form, id), String(row?.link)) }
}

/** Saves a draft, and returns its id and the key of its link. */
export async function saved(server: TestServer, draft: Saved = {}): Promise<{ id: string; key: string }> {
  const answer = await save(server, { email: freshEmail(), ...draft })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body.errors))
  return newest(server, draft.form)
}

/** Calls an endpoint of saved drafts with a JSON body. */
export function ask<T = OpeningDraft>(server: TestServer, what: 'open' | 'delete' | 'file', body: object, form = 'sample') {
  return server.call<T>('POST', `/forms/${form}/saved-drafts/${what}`, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })
}

/** Reads a file of a saved draft. */
export async function fileOf(server: TestServer, body: object, form = 'sample') {
  const response = await fetch(`${server.url}/forms-service/rs/v2/forms/${form}/saved-drafts/file`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' },
  })
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
}

/** Returns the status and the codes of an answer's errors, with their parameters. */
export const told = ({ status, body }: { status: number; body: { errors: { data: { code: string; params: string[] } }[] } }) => [
  status,
  ...body.errors.map(({ data }) => [data.code, ...data.params].join(' ')),
]
