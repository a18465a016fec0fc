import type { Answers } from '@sportello/contract'
import { type Customer, formTitleOf } from '../../catalogue/customers/rules.ts'
import { now } from '../../platform/db/clock.ts'
import type { readableRequest } from '../../requests/requests/queries.ts'
import { TemplateBudget, type TemplateVariables } from '../../requests/requests/rules.ts'
import { deskNotification } from '../mail/rules.ts'

/** The columns of a request's row that the server sends to ticket destinations. */
interface Row {
  ticket: string
  code_tag: string
  email: string | null
  lang_code: string
  auth_type: string
  created_at: Date
  confirmed_at: Date | null
  summary_html: string | null
}

type Readable = ReturnType<typeof readableRequest>

/** The payload of the event "ticket.opened", as destinations receive it (docs/webhooks.md). */
export interface TicketEvent {
  document: {
    type: 'ticket.opened'
    timestamp: string
    data: {
      ticket: string
      form: string
      form_title: string
      tag: string
      path: string[]
      email: string | null
      language: string
      auth_type: string
      created_at: string
      confirmed_at: string | null
      answers: Readable['answers']
      /** The answers as the visitor submitted them, keyed by property code. */
      form_fields: Answers
      attachments: { id: string; property: string; name: string; media_type: string; size: number }[]
    }
  }
  /** The ticket's message as HTML, for destinations that accept HTML. */
  notification: { subject: string; html: string }
  variables: TemplateVariables
  /**
   * Maximum time for rendering templates. One ticket has several destinations with templates, and all of them share
   * this
   * time.
   */
  templates: TemplateBudget
}

export function ticketEvent(customer: Customer, row: Row, { path, answers, attachments, given, texts }: Readable, at = new Date(now())): TicketEvent {
  const form_title = formTitleOf(customer)
  const step = path.at(-1) ?? row.code_tag
  const { ticket, email, summary_html: summary } = row
  return {
    document: {
      type: 'ticket.opened',
      timestamp: at.toISOString(),
      data: {
        ticket,
        form: customer.code,
        form_title,
        tag: row.code_tag,
        path,
        email,
        language: row.lang_code,
        auth_type: row.auth_type,
        created_at: row.created_at.toISOString(),
        confirmed_at: row.confirmed_at?.toISOString() ?? null,
        answers,
        form_fields: given,
        attachments: attachments.map(({ malware: _, ...file }) => file),
      },
    },
    notification: deskNotification({ ticket, form_title, step, email, answers, files: attachments.map(({ name }) => name), summary }, row.lang_code),
    // The answers come after the first two names, which were added later: a form may have questions with these codes.
    variables: {
      language: row.lang_code,
      path: path.join(' › '),
      ...texts,
      ticket,
      form_title,
      customer: customer.setting.description || customer.code,
      step,
      email,
    },
    templates: new TemplateBudget(),
  }
}
