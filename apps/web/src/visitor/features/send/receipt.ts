import type { AnswerSection } from '@sportello/contract'
import type { Sent } from './use-send.ts'

/** Content of the receipt page, without the summary of the answers. */
export interface Receipt {
  /** Ticket code of the submitted request; null if the request does not open a ticket. */
  ticket: string | null
  otp: string | null
  /**
   * Ticket code and e-mail address with which the visitor can have the confirmation link sent again; null if the
   * request needs no confirmation.
   */
  link: { ticket: string; email: string; until: string } | null
  continueTo: string | null
  survey: boolean
  /**
   * How the visitor can start a new request. `page`: on the same page. `document`: by loading a new page, because the
   * session
   * has ended. `none`: not at all.
   */
  back: 'page' | 'document' | 'none'
  /**
   * Version of the form that the visitor filled in. It is missing in receipts that an earlier release of the product
   * stored.
   */
  version?: string
  /** When the request was submitted, in ISO 8601. Missing in receipts that an earlier release of the product stored. */
  sentAt?: string
  /** Idempotency key of the submission, which authorises the download of the PDF; missing in the preview of a draft. */
  key?: string
}

/** Milliseconds in an hour. */
const HOUR_MS = 3_600_000

/** @param hours the number of hours for which the confirmation link is valid */
export function receiptOf(sent: Sent, { hours, ...shown }: Pick<Receipt, 'survey' | 'back' | 'version' | 'key'> & { hours: number }): Receipt {
  const { confirmAt, continueTo, otp, ticket } = sent
  const now = Date.now()
  return {
    ticket: sent.opens_ticket === false ? null : ticket,
    otp,
    link: confirmAt === null ? null : { ticket, email: confirmAt, until: new Date(now + hours * HOUR_MS).toISOString() },
    continueTo,
    sentAt: new Date(now).toISOString(),
    ...shown,
  }
}

const keyOf = (customer: string) => `receipt_${customer}`

/** The parts of a receipt that contain answers. */
interface AnswersOfReceipt {
  summaryHtml: string | null
  sections: readonly AnswerSection[]
}

/**
 * Summaries and answers, keyed by customer. They are kept only in memory, so the receipt has none after a reload. The
 * PDF still contains the answers.
 */
const answers = new Map<string, AnswersOfReceipt>()

/**
 * Stores the receipt of the last submitted request in session storage. The receipt is then still available after a
 * reload, after back and forward navigation, and when the visitor returns from the mail app. Answers are not stored.
 */
export function keepReceipt(customer: string, receipt: Receipt, given: AnswersOfReceipt): void {
  answers.set(customer, given)
  try {
    sessionStorage.setItem(keyOf(customer), JSON.stringify(receipt))
  } catch {
    // If session storage is full or forbidden, the receipt is not stored, and is lost when the visitor leaves the page.
  }
}

/**
 * Returns the stored receipt of the last submitted request; null if none is stored. The receipt is JSON text, so that
 * it can
 * be compared with another receipt.
 */
export function keptReceipt(customer: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(customer))
  } catch {
    return null
  }
}

/** Returns the answers that a receipt shows; undefined if the page has been loaded again since the submission. */
export function answersOfReceipt(customer: string): AnswersOfReceipt | undefined {
  return answers.get(customer)
}

export function forgetReceipt(customer: string): void {
  answers.delete(customer)
  try {
    sessionStorage.removeItem(keyOf(customer))
    sessionStorage.removeItem(confirmedKeyOf(customer))
  } catch {
    // Ignores the error that the browser forbids session storage; no receipt can be stored in that case.
  }
}

const confirmedKeyOf = (customer: string) => `receipt_confirmed_${customer}`

/**
 * Stores the ticket code of a request that was confirmed in this browser. If the visitor opens the confirmation link
 * once
 * more, the page can show the ticket code again.
 */
export function keepConfirmed(customer: string, linkCode: string, ticket: string | null): void {
  try {
    sessionStorage.setItem(confirmedKeyOf(customer), JSON.stringify({ linkCode, ticket }))
  } catch {
    // If session storage is full or forbidden, the ticket code is not stored, so it is shown only once.
  }
}

/**
 * Returns the ticket code of a request that was confirmed in this browser. Returns null if the request was confirmed in
 * another browser, or does not open a ticket.
 */
export function confirmedTicket(customer: string, linkCode: string): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(confirmedKeyOf(customer)) ?? 'null') as { linkCode: string; ticket: string | null } | null
    return kept?.linkCode === linkCode ? kept.ticket : null
  } catch {
    return null
  }
}
