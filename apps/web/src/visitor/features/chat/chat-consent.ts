import { MONTH_S, writeCookie } from '../../../shared/write-cookie.ts'
import type { LiveChat } from './live-chat.ts'

/**
 * Returns the cookie that stores the visitor's consent to a live chat. The consent applies to one chat provider and one
 * chat site; if either changes, the page asks for consent again.
 */
function cookieOf(customer: string, { chatType, site }: LiveChat): [name: string, value: string] {
  return [`chat_${customer}`, `${chatType}.${new URL(site).host}`]
}

export function hasConsented(customer: string, chat: LiveChat): boolean {
  return document.cookie.split('; ').includes(cookieOf(customer, chat).join('='))
}

export function keepConsent(customer: string, chat: LiveChat): void {
  writeCookie(...cookieOf(customer, chat), MONTH_S)
}
