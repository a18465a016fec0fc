import type { Sent } from './use-send.ts'

/** What the page after a send shows, beside the summary. */
export interface Receipt {
  /** Null where the request opens no ticket. */
  ticket: string | null
  otp: string | null
  /** The code by which the confirmation link is asked for again, and the address that it went to; null where none is needed. */
  link: { ticket: string; email: string } | null
  continueTo: string | null
  survey: boolean
  /** How a visitor begins anew: in the page, with a new document since the session is used up, or not at all. */
  back: 'page' | 'document' | 'none'
}

export function receiptOf(sent: Sent, { survey, back }: Pick<Receipt, 'survey' | 'back'>): Receipt {
  const { confirmAt, continueTo, otp, ticket } = sent
  return { ticket: sent.opens_ticket === false ? null : ticket, otp, link: confirmAt === null ? null : { ticket, email: confirmAt }, continueTo, survey, back }
}

const keyOf = (customer: string) => `receipt_${customer}`

/** The summary holds the answers, so it is kept in this page alone: after a reload the codes are shown without it. */
const summaries = new Map<string, string | null>()

/**
 * Keeps the receipt of the last send, in this browser and for its session: it is found again after a reload, Back and Forward, and a return
 * from the mail app. Of the answers nothing is stored.
 */
export function keepReceipt(customer: string, receipt: Receipt, summaryHtml: string | null): void {
  summaries.set(customer, summaryHtml)
  try {
    sessionStorage.setItem(keyOf(customer), JSON.stringify(receipt))
  } catch {
    // A full or forbidden storage: the page has shown it once.
  }
}

/** The receipt of the last send, as text so that it can be compared; null without one. */
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
    // Where storage is forbidden nothing was kept.
  }
}

const confirmedKeyOf = (customer: string) => `receipt_confirmed_${customer}`

/** Keeps the code of a request that this browser has confirmed, for a visitor who opens the link again. */
export function keepConfirmed(customer: string, linkCode: string, ticket: string | null): void {
  try {
    sessionStorage.setItem(confirmedKeyOf(customer), JSON.stringify({ linkCode, ticket }))
  } catch {
    // The page has shown it once.
  }
}

/** The code of the request that a link confirmed in this browser; null where another one did, or it opens no ticket. */
export function confirmedTicket(customer: string, linkCode: string): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(confirmedKeyOf(customer)) ?? 'null') as { linkCode: string; ticket: string | null } | null
    return kept?.linkCode === linkCode ? kept.ticket : null
  } catch {
    return null
  }
}
