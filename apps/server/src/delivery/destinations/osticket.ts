import type { DestinationOf } from '@sportello/contract'
import type { Outbound } from '../../platform/http/outbound/outbound.ts'
import type { StoredFileReader } from '../../requests/attachments/rules.ts'
import { openFiles } from './attached-files.ts'
import { attempt, namesNoTicket, opened, urlBelow } from './attempt.ts'
import { type AttachedFile, type Connector, type Outcome, tried } from './connector.ts'
import { renderFields, titleOf } from './ticket-texts.ts'

type Settings = DestinationOf<'osticket'>

/**
 * Opens tickets in osTicket through its API (docs.osticket.com, “Tickets”). The API key is valid for the IP address of
 * this server and needs the permission “can create tickets”.
 */
export const osticket: Connector<'osticket'> = {
  body(event, { topic, customer, title, fields }) {
    const email = event.document.data.email ?? customer
    return Buffer.from(
      JSON.stringify({
        ...renderFields(event, fields),
        ...(topic !== undefined && { topicId: Number(topic) }),
        name: email,
        email,
        subject: titleOf(event, title),
        // osTicket reads the text after the comma as it is, and ignores `base64` after a `charset`.
        message: `data:text/html;charset=utf-8,${event.notification.html}`,
        source: 'API',
        autorespond: false,
      }),
    )
  },
  deliver: (outbound, destination, handover) =>
    attempt(outbound, async (send) => {
      const mid = messageId(handover.eventId)
      const there = handover.tried ? await findTicket(outbound, destination, mid) : undefined
      if (there) return there
      const { opened: files, leftOut, close } = await openFiles(await handover.files(), handover.attempts)
      try {
        const { body, size } = withAttachments(JSON.stringify({ ...JSON.parse(handover.body.toString()), mid }), files)
        const { url, headers } = callOf(destination, 'json')
        const answer = await send({ url, headers: { ...headers, 'content-length': String(size) }, method: 'POST', body, timeoutMs: CREATE_TIMEOUT_MS })
        const number = numberIn(answer.shown)
        if (number === undefined) throw namesNoTicket(answer)
        return opened({ status: answer.status, number, leftOut })
      } finally {
        await close()
      }
    }),
  // osTicket has no call that only checks a key. It checks the key before it rejects an empty ticket with 400.
  async probe(outbound, destination) {
    const outcome = await tried(outbound, { ...callOf(destination, 'json'), method: 'POST', body: '{}' })
    return outcome.status === 400 ? { delivered: true, status: 400, answer: 'the API key is accepted' } : unexpected(outcome)
  },
}

/** @returns an error if a response was successful although it should not be, as from a proxy's sign-in page */
const unexpected = (outcome: Outcome): Outcome => (outcome.delivered ? namesNoTicket({ ...outcome, shown: outcome.answer, value: undefined }).outcome : outcome)

/** Message-ID of a delivery, under which osTicket stores the ticket. It is the same on every attempt. */
const messageId = (eventId: string) => `<${eventId}@sportello.invalid>`

const SEARCH_TIMEOUT_MS = 6_000
/** Time limit of the call that opens a ticket. It is longer than that of other calls, because the call contains all files. */
const CREATE_TIMEOUT_MS = 20_000

/**
 * Searches for the ticket of an earlier attempt. osTicket's API cannot search, but it returns the number of a stored
 * ticket when it receives a mail with the Message-ID of that ticket again. The mail has no sender. Therefore osTicket
 * rejects it with 500 if it does not know the Message-ID, and opens no ticket (osTicket, include/api.tickets.php).
 */
async function findTicket(outbound: Outbound, destination: Settings, mid: string): Promise<Outcome | undefined> {
  const { url, headers } = callOf(destination, 'email')
  const mail = `Message-ID: ${mid}\r\nSubject: -\r\n\r\n\r\n`
  const outcome = await tried(outbound, {
    url,
    headers: { ...headers, 'content-type': 'text/plain' },
    method: 'POST',
    body: mail,
    timeoutMs: SEARCH_TIMEOUT_MS,
  })
  const shown = outcome.answer ?? ''
  // Only osTicket itself answers with plain text. A proxy or a crashed PHP process sends HTML or nothing.
  if (outcome.status === 500 && shown !== '' && !shown.startsWith('<')) return undefined
  if (!outcome.delivered) return { ...outcome, error: `while looking for the ticket: ${outcome.error}` }
  const number = numberIn(shown)
  return number === undefined ? unexpected(outcome) : opened({ status: outcome.status, number, wasThere: true })
}

/** Returns the ticket number of a response. By default it has six digits; operators can choose another format. */
const numberIn = (text: string) => /^(?=.*\d)[\w-]{1,64}$/.exec(text)?.[0]

/** Adds attachments to a ticket, as a stream, because they may be larger than one process should hold in memory. */
function withAttachments(ticket: string, files: readonly { file: AttachedFile; content: StoredFileReader }[]) {
  if (files.length === 0) return { body: ticket, size: Buffer.byteLength(ticket) }
  const head = (at: number, { name, mediaType }: AttachedFile) =>
    `${at === 0 ? '' : ','}{${JSON.stringify(name)}:${JSON.stringify(`data:${mediaType};base64,`).slice(0, -1)}`
  const start = `${ticket.slice(0, -1)},"attachments":[`
  const size = files.reduce((sum, { file, content }, at) => sum + Buffer.byteLength(head(at, file)) + 4 * Math.ceil(content.size / 3) + '"}'.length, 0)
  async function* body() {
    yield Buffer.from(start)
    for (const [at, { file, content }] of files.entries()) {
      yield Buffer.from(head(at, file))
      yield* base64Of(content.read())
      yield Buffer.from('"}')
    }
    yield Buffer.from(']}')
  }
  return { body: body(), size: Buffer.byteLength(start) + size + ']}'.length }
}

/** Encodes a stream as base64. Only multiples of three bytes can be encoded separately. */
async function* base64Of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield Buffer.from(bytes.toString('base64', 0, whole))
  }
  yield Buffer.from(rest.toString('base64'))
}

function callOf({ url, token }: Settings, format: 'json' | 'email') {
  return { url: urlBelow(url, `api/tickets.${format}`), headers: { 'x-api-key': token ?? '', 'content-type': 'application/json' } }
}
