import type { Customer } from '../../catalogue/customers/rules.ts'
import { type ChatConfig, chatOf } from './chat-of.ts'

/** The allowed sources of a Content-Security-Policy, keyed by directive. */
export type Policy = Readonly<Record<string, readonly string[]>>

/**
 * Returns the sources that a page with a live chat may load in addition: a frame for EBBY, or CRISP's documented
 * sources (“Chatbox CSP policy”).
 */
export function chatPolicyOf(config: ChatConfig, customer: Customer): Policy {
  const chat = customer.setting.active ? chatOf(config, customer) : null
  if (!chat) return {}
  const { origin, host, protocol } = new URL(chat.site)
  if (chat.type === 'EBBY') return { 'frame-src': [chat.isDemonstration ? "'self'" : origin] }
  const theirs = ['https://*.crisp.chat', ...(host.endsWith('.crisp.chat') ? [] : [origin])]
  const sockets = ['wss://*.relay.crisp.chat', ...(host.endsWith('.crisp.chat') ? [] : [`${protocol === 'https:' ? 'wss' : 'ws'}://${host}`])]
  return {
    // Lists the sources of the live chat's scripts, for browsers that do not support 'strict-dynamic'. Other browsers
    // ignore this list: they allow the chat's script because a script with the nonce loads it.
    'script-src': theirs,
    // CRISP inserts style elements without a nonce. Inline styles must therefore be allowed, and the directive must
    // contain no nonce, because a nonce would block them.
    'style-src': ["'unsafe-inline'", ...theirs],
    'img-src': theirs,
    'font-src': theirs,
    'media-src': theirs,
    'frame-src': theirs,
    'worker-src': ['blob:', ...theirs],
    'connect-src': [...theirs, ...sockets],
  }
}
