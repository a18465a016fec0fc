import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { inSpan } from '../../platform/telemetry/tracing.ts'
import type { RenderedMail } from './queries.ts'

/** Maximum number of parallel SMTP connections of one process. */
export const MAILS_AT_ONCE = 3

/** Sends mails to the SMTP server. */
export interface MailTransport {
  /** @param mail `unsubscribe` is the URL of the page on which the recipient can end mails of this kind (RFC 2369) */
  send: (mail: RenderedMail & { id: string; recipient: string; messageIdDomain: string; unsubscribe?: string | undefined }) => Promise<void>
  close: () => void
}

/**
 * Timeout in milliseconds of a whole attempt to send a mail. The timeouts of the socket are not enough: they never fire
 * if the SMTP server keeps sending single bytes.
 */
const WHOLE_MS = 60_000
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, socketCloseTimeout: 1_000 }

/**
 * Opens a connection pool to the SMTP server; returns null if no SMTP server is configured. In that case, the server
 * stores mails without sending them.
 * @param wholeMs timeout of one attempt in milliseconds
 */
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
  // The content streams of the mails that are being sent. nodemailer begins to read a mail's stream only after the SMTP
  // server has accepted the DATA command. A stream that nobody has read shows that the mail's content was not sent.
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
      // The Message-ID of a mail is the same on every attempt, so that recipients can recognise duplicates.
      const messageId = `<${mail.id}@${mail.messageIdDomain}>`
      const streams: Readable[] = []
      underWay.set(messageId, streams)
      await inSpan('smtp send', { 'server.address': new URL(smtpUrl).hostname }, () =>
        transporter.sendMail({
          signal: AbortSignal.timeout(wholeMs),
          // Passes the sender and the recipient to nodemailer as objects. In a plain text, nodemailer could take a
          // strange address for a list of several addresses.
          envelope: { from: mail.sender, to: [mail.recipient] },
          from: { name: '', address: mail.sender },
          to: { name: '', address: mail.recipient },
          messageId,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...(mail.unsubscribe !== undefined && { list: { unsubscribe: mail.unsubscribe } }),
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

/**
 * Returns true if the SMTP server may have accepted a mail although the attempt failed: the SMTP server received the
 * content and did not reject it.
 */
export function mayHaveLeft(error: unknown): boolean {
  return error instanceof Error && PERHAPS_TAKEN.has(error)
}

/** nodemailer's error codes for an SMTP server that rejects only this mail: its sender, a recipient or its content. */
const OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Returns true if the SMTP server has permanently rejected the mail (RFC 5321, 4.2.1: 5yz), so that a retry is
 * pointless.
 * Returns false if the greeting, STARTTLS or the login failed, because an operator can fix the cause.
 */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return OF_THE_MAIL.has(code ?? '') && responseCode !== undefined && responseCode >= 500 && responseCode !== 535 && responseCode !== 530
}
