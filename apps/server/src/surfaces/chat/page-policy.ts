import type { Customer } from '../../catalogue/customers/rules.ts'
import { chatOf } from './chat-of.ts'

/** Sources by directive of a Content-Security-Policy. */
export type Policy = Readonly<Record<string, readonly string[]>>

/** What the page of a form with a live chat needs beyond the rest: EBBY a frame, CRISP what it asks sites for ("Chatbox CSP policy"). */
export function chatPolicyOf(customer: Customer): Policy {
  const chat = customer.setting.active ? chatOf(customer) : null
  if (!chat) return {}
  const { origin, host, protocol } = new URL(chat.site)
  if (chat.type === 'EBBY') return { 'frame-src': [origin] }
  const theirs = ['https://*.crisp.chat', ...(host.endsWith('.crisp.chat') ? [] : [origin])]
  const sockets = ['wss://*.relay.crisp.chat', ...(host.endsWith('.crisp.chat') ? [] : [`${protocol === 'https:' ? 'wss' : 'ws'}://${host}`])]
  return {
    // For browsers that do not know 'strict-dynamic'; the others go by the nonce of the script that loads it.
    'script-src': theirs,
    // Its box is coloured by style elements that it writes: they cannot carry the nonce, and a nonce would shut them out.
    'style-src': ["'unsafe-inline'", ...theirs],
    'img-src': theirs,
    'font-src': theirs,
    'media-src': theirs,
    'frame-src': theirs,
    'worker-src': ['blob:', ...theirs],
    'connect-src': [...theirs, ...sockets],
  }
}
