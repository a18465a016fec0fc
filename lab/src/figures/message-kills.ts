import { randomUUID } from 'node:crypto'
import type { ShownRequest } from '@sportello/contract'
import { followUpKey } from '../../../apps/server/src/requests/follow-up/rules.ts'
import { confirmationCode } from '../../../apps/server/src/requests/requests/verification-code.ts'
import { multipart, textPart } from '../../../apps/server/test/raw-http.ts'
import { type Answer, call, codesOf, confirm, receiptOf, send } from '../client.ts'
import { type Lab, SECRET_KEY, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { failuresOf, killInTurn } from '../kill-loop.ts'
import { FOLLOWED_FORM } from '../lab-bundle.ts'
import { untilAcknowledged, untilAnswered, untilRow } from '../ledger.ts'
import { openSession } from '../operator-session.ts'

const VISITORS = 4
/** Questions about one request. Each is answered twice, and a requester may write twenty messages a day. */
const QUESTIONS = 8
const BOUNDARY = 'lab-messages-9sKq2'

/** A request, and what the servers acknowledged of its messages. */
interface Followed {
  ticket: string
  id: string
  cookie: string
  /** The answer to the question `street` that was acknowledged last. */
  street: string
  asked: string[]
  written: string[]
  files: string[]
}

export const messageKills: Figure = {
  id: 'G33',
  what: 'Servers and the database are killed while operators ask and requesters write, correct answers and send files',
  goal: '0 acknowledged messages, corrections or files lost and none stored twice after 200 kills; each question is mailed once, and each correction follows the one before',
  async run(size) {
    const lab = await startLab()
    const running = new AbortController()
    const credential = await openSession(lab)
    const followed: Followed[] = []
    const visitors = Promise.allSettled(Array.from({ length: VISITORS }, () => visit(lab, credential, followed, running.signal)))
    try {
      const kills = size(200)
      await killInTurn(lab, kills)
      running.abort()
      const faults = [...failuresOf(await visitors), ...(await faultsOf(lab, credential, followed))]
      const sum = (of: (each: Followed) => readonly string[]) => followed.reduce((total, each) => total + of(each).length, 0)
      const asked = sum((each) => each.asked)
      return {
        size: `${thousands(followed.length)} requests, ${thousands(asked)} questions, ${thousands(sum((each) => each.written))} messages and corrections, ${thousands(sum((each) => each.files))} files, ${kills} kills`,
        measured: faults.length === 0 ? '0 lost, 0 twice' : faults.slice(0, 3).join('; '),
        met: faults.length === 0 && asked > kills,
      }
    } finally {
      running.abort()
      await visitors
      await lab.close()
    }
  },
}

/** Simulates an operator and a requester, who write to each other about one request after the other. */
async function visit(lab: Lab, credential: string, followed: Followed[], stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const request = await openRequest(lab)
    followed.push(request)
    for (let turn = 0; turn < QUESTIONS && !stopped.aborted; turn++) await talk(lab, credential, request)
  }
}

/** Asks for a correction, corrects, and writes something. */
async function talk(lab: Lab, credential: string, request: Followed): Promise<void> {
  const question = randomUUID()
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const asked = JSON.stringify({ id: question, text: 'Dove, di preciso?', properties: ['street', '__further_files'] })
  const ask = `/forms-service/rs/v2/managements/requests/${request.ticket}/messages`
  await untilAcknowledged(lab, 201, (url) => call(url + ask, { method: 'POST', headers, body: asked }))
  request.asked.push(question)

  const correction = { id: randomUUID(), street: randomUUID(), file: randomUUID() }
  await untilAcknowledged(lab, 201, (url) => correct(url, request, question, correction))
  request.written.push(correction.id)
  request.files.push(correction.file)
  request.street = correction.street

  const message = randomUUID()
  const own = { method: 'POST', headers: { cookie: request.cookie, 'content-type': 'application/json' }, body: JSON.stringify({ id: message, text: 'Ecco' }) }
  await untilAcknowledged(lab, 201, (url) => call(api(url, '/messages'), own))
  request.written.push(message)
}

const api = (server: string, path: string) => `${server}/forms-service/rs/v2/forms/${FOLLOWED_FORM}/follow-up${path}`

function correct(server: string, { cookie }: Followed, question: string, { id, street, file }: { id: string; street: string; file: string }): Promise<Answer> {
  const parts = [
    textPart('id', id),
    textPart('form_fields', JSON.stringify({ street })),
    ['Content-Disposition: form-data; name="attachments-__further_files"; filename="note.txt"\r\nContent-Type: text/plain', file] as [string, string],
  ]
  return call(api(server, `/messages/${question}/correction`), {
    method: 'POST',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: multipart(BOUNDARY, parts),
  })
}

/** Sends and confirms a request, waits until its ticket is open, and opens its page with its answers. */
async function openRequest(lab: Lab): Promise<Followed> {
  const email = `luca.${randomUUID()}@example.org`
  const street = randomUUID()
  const key = randomUUID()
  const { ticket } = receiptOf(await untilAcknowledged(lab, 201, (url) => send(url, { form: FOLLOWED_FORM, key, email, street })))
  const id = String((await untilRow(lab, 'select id from requests where ticket = $1', [ticket])).id)
  const code = confirmationCode(SECRET_KEY, FOLLOWED_FORM, id)
  const confirmed = await untilAnswered(lab, (url) => confirm(url, FOLLOWED_FORM, code))
  if (confirmed.status !== 200 && codesOf(confirmed) !== 'forms0009') throw new Error(`not confirmed: ${confirmed.text}`)
  await untilRow(lab, "select id from requests where id = $1 and state = 'processed'", [id])
  const body = JSON.stringify({ key: followUpKey(SECRET_KEY, FOLLOWED_FORM, id) })
  const entered = await untilAcknowledged(lab, 201, (url) =>
    call(api(url, '/session'), { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  const cookie = String(entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
  // Stands for the mailed code, which ends after a quarter of an hour.
  await untilRow(lab, "update follow_up_sessions set open_until = now() + interval '1 day' where request_id = $1 returning request_id", [id])
  return { ticket, id, cookie, street, asked: [], written: [], files: [] }
}

/** Compares what is stored of each request with what the servers acknowledged. */
async function faultsOf(lab: Lab, credential: string, followed: readonly Followed[]): Promise<string[]> {
  const faults: string[] = []
  for (const request of followed) {
    const { rows: mails } = await lab.owner.query("select from mails where request_id = $1 and kind = 'question'", [request.id])
    if (mails.length !== request.asked.length) faults.push(`${mails.length} mails for ${request.asked.length} questions of ${request.ticket}`)
    const answer = await call(`${lab.anyServer().url}/forms-service/rs/v2/managements/requests/${request.ticket}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${credential}` },
    })
    faults.push(...(await differences(lab, request, (JSON.parse(answer.text) as { data: ShownRequest }).data)))
  }
  return faults
}

async function differences(lab: Lab, request: Followed, { answers, attachments, follow_up: { messages } }: ShownRequest): Promise<string[]> {
  const faults: string[] = []
  const stored = messages.map(({ id }) => id).toSorted()
  if (JSON.stringify(stored) !== JSON.stringify([...request.asked, ...request.written].toSorted()))
    faults.push(`${stored.length} messages for ${request.asked.length + request.written.length} of ${request.ticket}`)
  const street = answers.find(({ code }) => code === 'street')?.text
  if (street !== request.street) faults.push(`another answer than the last one of ${request.ticket}`)
  const changes = messages.flatMap((message) => message.changes ?? [])
  if (changes.some(({ before }, at) => at > 0 && before !== changes[at - 1]?.after))
    faults.push(`a correction of ${request.ticket} does not follow the one before`)
  const contents = await Promise.all(
    attachments.map(({ id }) => call(api(lab.anyServer().url, `/files/${id}`), { method: 'GET', headers: { cookie: request.cookie } })),
  )
  if (JSON.stringify(contents.map(({ text }) => text).toSorted()) !== JSON.stringify(request.files.toSorted()))
    faults.push(`${contents.length} files for ${request.files.length} of ${request.ticket}`)
  return faults
}
