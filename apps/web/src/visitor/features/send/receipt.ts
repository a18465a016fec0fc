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
  link: { ticket: string; email: string } | null
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
}

export function receiptOf(sent: Sent, { survey, back, version }: Pick<Receipt, 'survey' | 'back' | 'version'>): Receipt {
  const { confirmAt, continueTo, otp, ticket } = sent
  return {
    ticket: sent.opens_ticket === false ? null : ticket,
    otp,
    link: confirmAt === null ? null : { ticket, email: confirmAt },
    continueTo,
    survey,
    back,
    ...(version !== undefined && { version }),
  }
}

const keyOf = (customer: string) => `receipt_${customer}`

/**
 * Summaries of the answers, keyed by customer. They are kept only in memory because they contain answers, so the
 * receipt has no summary after a reload.
 */
const summaries = new Map<string, string | null>()

/**
 * Stores the receipt of the last submitted request in session storage. The receipt is then still available after a
 * reload, after back and forward navigation, and when the visitor returns from the mail app. Answers are not stored.
 */
export function keepReceipt(customer: string, receipt: Receipt, summaryHtml: string | null): void {
  summaries.set(customer, summaryHtml)
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

export function summaryOf(customer: string): string | null {
  return summaries.get(customer) ?? null
}

export function forgetReceipt(customer: string): void {
  summaries.delete(customer)
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
