import type { Language } from '@sportello/contract'
import { type Customer, formTitleOf, timeZoneOf } from '../customers/rules.ts'
import { now } from '../db/clock.ts'

/** Day, month and year in full, as the language orders them: 22/11/2026, 14:58 in Italian. */
const MOMENT = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

interface Said {
  ticket: string | null
  otp: string | null
  /** Null wherever somebody reads it who need not be the mailbox's owner: it confirms. */
  link: string | null
  /** When the request was sent. */
  from: Date
  to: string | null
  /** That a link lives from now on; null where there is none. */
  hours: number | null
}

/** What every text about a request may name beside the answers (wire contract, "Texts"): the same in its summary and in its mails. */
export function textVariables(customer: Customer, language: Language, { from, hours, ...said }: Said) {
  const at = (date: Date) => new Intl.DateTimeFormat(language, { ...MOMENT, timeZone: timeZoneOf(customer) }).format(date)
  return {
    ...said,
    form_title: formTitleOf(customer),
    customer: customer.setting.description || customer.code,
    from: at(from),
    expiration: hours === null ? null : at(new Date(now() + hours * 3_600_000)),
  }
}
