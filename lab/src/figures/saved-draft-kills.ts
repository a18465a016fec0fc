import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { multipart, textPart } from '../../../apps/server/test/raw-http.ts'
import { type Answer, call, codesOf, send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { failuresOf, killInTurn } from '../kill-loop.ts'
import { SAVING_FORM } from '../lab-bundle.ts'
import { untilAcknowledged } from '../ledger.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { skipBackoffUntil } from '../skip-backoff.ts'

const VISITORS = 4
const LIMIT_MS = 600_000
const BOUNDARY = 'lab-saved-4fWk9q'

/** What a visitor has saved, as the servers acknowledged it last. */
interface Saved {
  email: string
  street: string
  file: string
  /** True if the servers acknowledged a submission of it. */
  isSent: boolean
}

export const savedDraftKills: Figure = {
  id: 'G32',
  what: 'Servers and the database are killed while visitors save their requests, save them again and submit them',
  goal: '0 acknowledged requests lost and none saved or submitted twice after 200 kills; every link is mailed and opens what was saved last, and the link of a submitted request opens nothing',
  async run(size) {
    const sink = await startMailSink()
    const mailed = new MailedLinks(sink)
    const lab = await startLab({ env: { SMTP_URL: sink.url } })
    const running = new AbortController()
    const saved: Saved[] = []
    const visitors = Promise.allSettled(Array.from({ length: VISITORS }, () => visit(lab, mailed, saved, running.signal)))
    try {
      const kills = size(200)
      await killInTurn(lab, kills)
      running.abort()
      const ended = await visitors
      const replaced = ended.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0)
      await skipBackoffUntil(lab, async () => (await waitingMails(lab)) === 0, LIMIT_MS)
      const faults = [...failuresOf(ended), ...(await faultsOf(lab, mailed, saved))]
      const sent = saved.filter(({ isSent }) => isSent).length
      return {
        size: `${thousands(saved.length)} saved, ${thousands(replaced)} saved again, ${thousands(sent)} submitted, ${kills} kills`,
        measured: faults.length === 0 ? '0 lost, 0 twice' : faults.slice(0, 3).join('; '),
        met: faults.length === 0 && saved.length > kills && replaced > 0 && sent > 0,
      }
    } finally {
      running.abort()
      await visitors
      await lab.close()
      await sink.close()
    }
  },
}

/**
 * Simulates a visitor who saves one request after the other, and from time to time goes on with one whose link has arrived.
 * @returns how often the visitor saved something again
 */
async function visit(lab: Lab, mailed: MailedLinks, saved: Saved[], stopped: AbortSignal): Promise<number> {
  const own: Saved[] = []
  let replaced = 0
  while (!stopped.aborted) {
    const fresh = { email: `maria.${randomUUID()}@example.org`, street: randomUUID(), file: randomUUID(), isSent: false }
    const key = randomUUID()
    await untilAcknowledged(lab, 201, (url) => save(url, { ...fresh, idempotencyKey: key }))
    own.push(fresh)
    saved.push(fresh)
    const earlier = own.find(({ isSent }) => !isSent)
    const [link] = earlier ? await mailed.to(earlier.email) : []
    if (!earlier || link === undefined) continue
    const next = { street: randomUUID(), file: randomUUID() }
    await untilAcknowledged(lab, 201, (url) => save(url, { ...next, key: link }))
    Object.assign(earlier, next)
    replaced++
    if (Math.random() < 0.5) continue
    const submission = { form: SAVING_FORM, key: randomUUID(), street: earlier.street, savedDraft: link }
    await untilAcknowledged(lab, 201, (url) => send(url, submission))
    earlier.isSent = true
  }
  return replaced
}

const api = (server: string, path = '') => `${server}/forms-service/rs/v2/forms/${SAVING_FORM}/saved-drafts${path}`

function save(
  server: string,
  { street, file, email, key, idempotencyKey }: { street: string; file: string; email?: string; key?: string; idempotencyKey?: string },
): Promise<Answer> {
  const parts = [textPart('code_tag', 'report'), textPart('form_fields', JSON.stringify({ street }))]
  if (email !== undefined) parts.push(textPart('email', email))
  if (key !== undefined) parts.push(textPart('key', key))
  parts.push(['Content-Disposition: form-data; name="attachments-photos"; filename="note.txt"\r\nContent-Type: text/plain', file])
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  return call(api(server), { method: 'POST', headers, body: multipart(BOUNDARY, parts) })
}

const waitingMails = async ({ owner }: Lab) => Number((await owner.query<{ n: number }>('select count(*) as n from saved_draft_mails')).rows[0]?.n)

/** The keys of the links that were mailed to each address. */
class MailedLinks {
  readonly #sink: MailSink
  /** Number of copies of each mail that were read. */
  readonly #read = new Map<string, number>()
  readonly #keys = new Map<string, Set<string>>()

  constructor(sink: MailSink) {
    this.#sink = sink
  }

  /** Returns the different keys that were mailed to an address so far. */
  async to(email: string): Promise<string[]> {
    for (const [id, copies] of this.#sink.kept) {
      const fresh = copies.slice(this.#read.get(id) ?? 0)
      this.#read.set(id, copies.length)
      for (const raw of fresh) {
        const { to = [], html = '' } = await PostalMime.parse(raw)
        const address = to[0]?.address ?? ''
        const keys = this.#keys.get(address) ?? new Set()
        this.#keys.set(address, keys.add(/\/resume\?[^"#\s]*#([\w-]+)/.exec(html)?.[1] ?? ''))
      }
    }
    return [...(this.#keys.get(email) ?? [])]
  }
}

/** Opens every mailed link, and compares what it opens with what the servers acknowledged last. */
async function faultsOf(lab: Lab, mailed: MailedLinks, saved: readonly Saved[]): Promise<string[]> {
  const faults: string[] = []
  const count = async (statement: string) => Number((await lab.owner.query<{ n: number }>(statement, [SAVING_FORM])).rows[0]?.n)
  const rows = await count('select count(*) as n from saved_drafts where customer_code = $1')
  if (rows !== saved.length) faults.push(`${rows} drafts for ${saved.length} that were saved`)
  const sent = saved.filter(({ isSent }) => isSent).length
  const requests = await count('select count(*) as n from requests where customer_code = $1')
  if (requests !== sent) faults.push(`${requests} requests for ${sent} that were submitted`)
  for (const draft of saved) {
    const links = await mailed.to(draft.email)
    if (links.length !== 1) faults.push(`${links.length} links to ${draft.email}`)
    else if (!(await opensAsSaved(lab, links[0] ?? '', draft))) faults.push(`the link to ${draft.email} does not open what was saved`)
  }
  return faults
}

async function opensAsSaved(lab: Lab, key: string, { street, file, isSent }: Saved): Promise<boolean> {
  const post = (path: string, body: object) =>
    call(api(lab.anyServer().url, path), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const opened = await post('/open', { key })
  if (isSent) return codesOf(opened) === 'forms0042'
  if (opened.status !== 200) return false
  const { data } = JSON.parse(opened.text) as { data: { draft: { shown: Record<string, unknown>; files: { id: string }[] } | null } }
  const [stored, ...others] = data.draft?.files ?? []
  if (data.draft?.shown.street !== street || !stored || others.length > 0) return false
  return (await post('/file', { key, id: stored.id })).text === file
}
