import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { inSpan } from '../tracing/tracing.ts'
import type { RenderedMail } from './queries.ts'

export const MAILS_AT_ONCE = 3

/** Sends mails by SMTP. Null where none is configured: mails are then kept. */
export interface MailTransport {
  send: (mail: RenderedMail & { id: string; recipient: string; messageIdDomain: string }) => Promise<void>
  close: () => void
}

/** A server that says a byte now and then never runs into the others. */
const WHOLE_MS = 60_000
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, socketCloseTimeout: 1_000 }

/** @param wholeMs that one try may take in all */
export function openTransport(smtpUrl: string | undefined, wholeMs = WHOLE_MS): MailTransport | null {
  if (smtpUrl === undefined) return null
  const transporter = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS_MS,
  })
  // A mail is read once its server has said that it may come.
  const underWay = new Map<string, Readable[]>()
  transporter.use('stream', ({ message, data }, done) => {
    message.processFunc((stream) => {
      underWay.get(data.messageId ?? '')?.push(stream)
      return stream
    })
    done()
  })
  return {
    async send(mail) {
      // The same for every try, so that a receiver can tell a copy from a second mail.
      const messageId = `<${mail.id}@${mail.messageIdDomain}>`
      const streams: Readable[] = []
      underWay.set(messageId, streams)
      await inSpan('smtp send', { 'server.address': new URL(smtpUrl).hostname }, () =>
        transporter.sendMail({
          signal: AbortSignal.timeout(wholeMs),
          // An explicit envelope and address object: a recipient is one address, whatever characters it holds.
          envelope: { from: mail.sender, to: [mail.recipient] },
          from: { name: '', address: mail.sender },
          to: { name: '', address: mail.recipient },
          messageId,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        }),
      )
        .catch((error: unknown) => {
          const { code, responseCode } = error as { code?: string; responseCode?: number }
          const refused = OF_THE_MAIL.has(code ?? '') && responseCode !== undefined
          if (error instanceof Error && !refused && streams.some((stream) => stream.readableDidRead)) PERHAPS_TAKEN.add(error)
          throw error
        })
        .finally(() => underWay.delete(messageId))
    },
    close: () => transporter.close(),
  }
}

const PERHAPS_TAKEN = new WeakSet<Error>()

/** Whether a copy of a mail may be on its way though its try has failed: the server was given it, and has not said that it does not take it. */
export function mayHaveLeft(error: unknown): boolean {
  return error instanceof Error && PERHAPS_TAKEN.has(error)
}

/** What nodemailer calls a refusal of the mail itself: of its sender, a recipient or its content. */
const OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Whether trying again is of no use: the server refused this mail for good (RFC 5321, 4.2.1: 5yz). A server that refuses to be greeted, STARTTLS or the login
 * says nothing of the mail: somebody mends that, and it goes.
 */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return OF_THE_MAIL.has(code ?? '') && responseCode !== undefined && responseCode >= 500 && responseCode !== 535 && responseCode !== 530
}
