import type { Sent } from './use-send.ts'

/** Content of the receipt page, except the summary of the answers. */
export interface Receipt {
  /** Ticket code of the submitted request. Null if the request opens no ticket. */
  ticket: string | null
  otp: string | null
  /**
   * Ticket code and e-mail address with which the visitor can request the confirmation link again; null if the request
   * needs no confirmation.
   */
  link: { ticket: string; email: string } | null
  continueTo: string | null
  survey: boolean
  /**
   * How the visitor can start a new request: in the same page (`page`), with a new document because the session has
   * ended (`document`), or not at all (`none`).
   */
  back: 'page' | 'document' | 'none'
  /** The version of the form that the visitor filled in; missing in receipts that an earlier version of the product stored. */
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
 * Summaries of the answers by customer. They are kept in memory only, because they contain answers, so a receipt has no
 * summary after a reload.
 */
const summaries = new Map<string, string | null>()

/**
 * Stores the receipt of the last submitted request in session storage, so that it survives a reload, back and forward navigation, and a switch to the mail app.
 * Answers are not stored.
 */
export function keepReceipt(customer: string, receipt: Receipt, summaryHtml: string | null): void {
  summaries.set(customer, summaryHtml)
  try {
    sessionStorage.setItem(keyOf(customer), JSON.stringify(receipt))
  } catch {
    // If session storage is full or forbidden, the receipt is lost when the visitor leaves the page.
  }
}

/** Returns the stored receipt of the last submitted request as JSON text, so that receipts can be compared; null if none is stored. */
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
    // If the browser forbids session storage, no receipt was stored.
  }
}

const confirmedKeyOf = (customer: string) => `receipt_confirmed_${customer}`

/** Stores the ticket code of a request that this browser confirmed, for a visitor who opens the confirmation link again. */
export function keepConfirmed(customer: string, linkCode: string, ticket: string | null): void {
  try {
    sessionStorage.setItem(confirmedKeyOf(customer), JSON.stringify({ linkCode, ticket }))
  } catch {
    // If session storage is full or forbidden, the ticket code is shown only once.
  }
}

/**
 * Returns the ticket code of the request that was confirmed in this browser; null if it was confirmed in another
 * browser, or if the request opens no ticket.
 */
export function confirmedTicket(customer: string, linkCode: string): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(confirmedKeyOf(customer)) ?? 'null') as { linkCode: string; ticket: string | null } | null
    return kept?.linkCode === linkCode ? kept.ticket : null
  } catch {
    return null
  }
}
