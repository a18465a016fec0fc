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

/** Whether trying again is of no use: the server said so for good (RFC 5321, 4.2.1: 5yz). */
export function isPermanent(error: unknown): boolean {
  const code = (error as { responseCode?: number }).responseCode
  return code !== undefined && code >= 500 && code !== 535 && code !== 530
}
