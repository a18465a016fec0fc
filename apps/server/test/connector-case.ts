import type { AttachedFile, Handover } from '../src/delivery/destinations/connector.ts'
import type { TicketEvent } from '../src/delivery/destinations/ticket-event.ts'
import { TemplateBudget } from '../src/requests/requests/rules.ts'

/** Ticket code of the event with which connectors are tested. */
const TICKET = 'D-7K2M9QXD'

/** Returns the event of a ticket with fixed values, so that a connector's requests can be compared with recorded ones. */
export const fixedEvent = (): TicketEvent => ({
  document: {
    type: 'ticket.opened',
    timestamp: '2026-11-28T08:00:00.000Z',
    data: {
      ticket: TICKET,
      form: 'comune-aurora',
      form_title: 'Comune di Aurora',
      tag: 'buche',
      path: ['Strade', 'Buche'],
      email: 'anna@example.org',
      language: 'it',
      auth_type: 'FREE',
      created_at: '2026-11-28T07:59:00.000Z',
      confirmed_at: null,
      answers: [{ code: 'street', label: 'Via', text: 'Via Roma 1' }],
      form_fields: { street: 'Via Roma 1' },
      attachments: [],
    },
  },
  notification: {
    subject: `Nuova richiesta ${TICKET}: Buche`,
    html: `<p>Codice della richiesta: <strong>${TICKET}</strong></p><p><strong>Via</strong><br>Via Roma 1, 100% più “buche”</p>`,
  },
  variables: { street: 'Via Roma 1', ticket: TICKET },
  templates: new TemplateBudget(),
})

/** Returns an attachment with the given content, in chunks of seven bytes. */
function fixedFile(name: string, content: Buffer, mediaType = 'text/plain'): AttachedFile {
  async function* read() {
    for (let at = 0; at < content.length; at += 7) yield content.subarray(at, at + 7)
  }
  const open = async () => ({ size: content.length, read, close: async () => {} })
  return { id: '019a9e4b-6f2c-7a3f-8d21-5e60c4b71a90', name, mediaType, size: content.length, open }
}

/** Returns the data of a connector's attempt to deliver the fixed event. */
export const fixedHandover = (body: Buffer, part: Partial<Handover> & { attached?: AttachedFile[] } = {}): Handover => {
  const { attached = [], ...rest } = part
  return { eventId: 'msg_019a9e4b6f2c7a3f8d215e60c4b71a90', body, ticket: TICKET, tried: false, attempts: 1, files: async () => attached, ...rest }
}

const PLAN = Buffer.from('A plan of the street, with an è and\na second line.')
export const plan = () => fixedFile('plan è.txt', PLAN)
/** A file that is larger than the test installations of the ticket systems accept. */
export const tooLarge = () => fixedFile('large.bin', Buffer.alloc(1_100_000, 1), 'application/octet-stream')
