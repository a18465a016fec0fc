import type { Customer } from '../../catalogue/customers/rules.ts'
import { chatOf } from './chat-of.ts'

/** Sources by directive of a Content-Security-Policy. */
export type Policy = Readonly<Record<string, readonly string[]>>

/**
 * Returns the sources that a page with a live chat may load in addition: a frame for EBBY, CRISP's documented sources
 * ("Chatbox CSP policy") for CRISP.
 */
export function chatPolicyOf(customer: Customer): Policy {
  const chat = customer.setting.active ? chatOf(customer) : null
  if (!chat) return {}
  const { origin, host, protocol } = new URL(chat.site)
  if (chat.type === 'EBBY') return { 'frame-src': [origin] }
  const theirs = ['https://*.crisp.chat', ...(host.endsWith('.crisp.chat') ? [] : [origin])]
  const sockets = ['wss://*.relay.crisp.chat', ...(host.endsWith('.crisp.chat') ? [] : [`${protocol === 'https:' ? 'wss' : 'ws'}://${host}`])]
  return {
    // Lists sources for browsers without 'strict-dynamic'. In other browsers the chat's script is allowed, because a
    // script with the nonce loads it.
    'script-src': theirs,
    // Allows inline styles without a nonce: CRISP inserts style elements without a nonce, and a nonce in the directive
    // would block them.
    'style-src': ["'unsafe-inline'", ...theirs],
    'img-src': theirs,
    'font-src': theirs,
    'media-src': theirs,
    'frame-src': theirs,
    'worker-src': ['blob:', ...theirs],
    'connect-src': [...theirs, ...sockets],
  }
}
