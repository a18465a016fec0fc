import type { Language } from '@sportello/contract'
import { type Customer, formTitleOf, momentOf, timeZoneOf } from '../../catalogue/customers/rules.ts'

/**
 * Format of date and time in mails and summaries: four-digit year, order of the parts as in the language. In Italian:
 * 22/11/2026, 14:58.
 */
const MOMENT = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** Writes date and time as mails and summaries do. */
export function formatMoment(date: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { ...MOMENT, timeZone }).format(date)
}

interface Said {
  ticket: string | null
  otp: string | null
  /** URL that confirms the request; null in texts that people other than the mailbox's owner may read. */
  link: string | null
  /** The time when the visitor submitted the request. */
  from: Date
  to: string | null
  /** Hours until the request's confirmation link expires; null in a text without a link. */
  hours: number | null
}

/**
 * Returns the template variables of summaries and mails about a request, without the answers (wire contract, "Texts").
 */
export function textVariables(customer: Customer, language: Language, { from, hours, ...said }: Said) {
  const at = (date: Date) => formatMoment(date, language, timeZoneOf(customer))
  return {
    ...said,
    form_title: formTitleOf(customer),
    customer: customer.setting.description || customer.code,
    from: at(from),
    expiration: hours === null ? null : at(new Date(momentOf(customer).getTime() + hours * 3_600_000)),
  }
}
