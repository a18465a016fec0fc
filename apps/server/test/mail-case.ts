import type { SendReceipt } from '@sportello/contract'
import { expect } from 'vitest'
import { eventually, type MailSink, type TakenMail } from './mail-sink.ts'
import { sendForm } from './send.ts'
import type { TestServer } from './test-server.ts'
import { openRowsOf, rowsOf } from './traces.ts'

export interface SendOptions {
  customer?: string
  headers?: Record<string, string>
  step?: string
}

/**
 * Returns functions for tests of mails. Some submit requests to a test server, each with a new e-mail address. The
 * others
 * find the resulting mails at the fake SMTP server.
 */
export function mailCase(server: TestServer, sink: MailSink) {
  let people = 0

  async function send(answers: Record<string, unknown> = { street: 'Via Roma 1' }, { customer = 'sample', headers = {}, step = 'report' }: SendOptions = {}) {
    const email = `person${++people}@example.org`
    const form = sendForm(answers, { email, confirmed_email: email, code_tag: step })
    const { status, body } = await server.call<SendReceipt>('POST', `/forms/${customer}`, { body: form, headers })
    expect([status, body.errors]).toEqual([201, []])
    const ticket = String(body.data?.ticket)
    const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [ticket])
    return { ticket, email, id: String(row?.id) }
  }

  async function mailTo(email: string, number = 1): Promise<TakenMail> {
    const mails = await eventually(
      async () => sink.taken.filter(({ to }) => to.includes(email)),
      (found) => found.length >= number,
    )
    const mail = mails[number - 1]
    if (!mail) throw new Error(`${mails.length} of ${number} mails to ${email} came`)
    return mail
  }

  return {
    send,
    mailTo,
    async sendAndWait(answers?: Record<string, unknown>, options?: SendOptions) {
      const sent = await send(answers, options)
      return { ...sent, ...(await mailTo(sent.email)) }
    },
    mailRow: async (id: string) => (await openRowsOf(server, 'select * from mails where request_id = $1 order by created_at', [id]))[0],
  }
}
