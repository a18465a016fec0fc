import { createTransport } from 'nodemailer'
import { told } from '../tracing/tracing.ts'
import type { RenderedMail } from './queries.ts'

/** Sends mails by SMTP. Null where none is configured: mails are then kept. */
export interface MailTransport {
  send: (mail: RenderedMail & { id: string; recipient: string; messageIdDomain: string }) => Promise<void>
  close: () => void
}

const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function openTransport(smtpUrl: string | undefined): MailTransport | null {
  if (smtpUrl === undefined) return null
  const transporter = createTransport({ url: smtpUrl, pool: true, maxConnections: 4, disableFileAccess: true, disableUrlAccess: true, ...TIMEOUTS_MS })
  return {
    async send(mail) {
      await told('smtp send', { 'server.address': new URL(smtpUrl).hostname }, () =>
        transporter.sendMail({
          // An explicit envelope and address object: a recipient is one address, whatever characters it holds.
          envelope: { from: mail.sender, to: [mail.recipient] },
          from: { name: '', address: mail.sender },
          to: { name: '', address: mail.recipient },
          // The same for every try, so that a receiver can tell a copy from a second mail.
          messageId: `<${mail.id}@${mail.messageIdDomain}>`,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        }),
      )
    },
    close: () => transporter.close(),
  }
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
