import type { Language } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { type Customer, timeZoneOf } from '../../catalogue/customers/rules.ts'
import type { CustomerDb } from '../../platform/db/with-customer.ts'
import { formatMoment } from '../../requests/requests/rules.ts'
import { readToldRequests, type ToldChange, type ToldRequest } from '../../requests/state-mails/queries.ts'
import { mailedChanges } from '../../requests/state-mails/rules.ts'

/** Maximum number of requests that a mail about changes of state lists, of changes of each, and of characters of a state's name. */
const LISTED_REQUESTS = 20
const LISTED_CHANGES = 10
const NAME_LENGTH = 120

/** The variables that only mails about changes of state have. */
export interface StateMailVariables {
  /** The ticket and the link if the mail is about one request; otherwise null. */
  ticket: string | null
  link: string | null
  requests: readonly { ticket: string; sent: string; changes: string; link: string }[]
  /** Number of requests with changes, and of those that the mail does not list (null if none), as texts. */
  count: string
  more: string | null
}

/**
 * Reads what a mail about changes of state says. The link of each request is made by `linkOf`.
 * @returns null if there is nothing to say any more: all its requests were withdrawn, cancelled or erased, or the form sends no such mails
 */
export async function readStateMail(
  db: CustomerDb,
  customer: Customer,
  mailId: string,
  language: Language,
  linkOf: (requestId: string) => string,
): Promise<StateMailVariables | null> {
  if (!mailedChanges(customer.params)) return null
  const { requests, count } = await readToldRequests(db, customer.code, mailId, LISTED_REQUESTS)
  if (count === 0) return null
  const timeZone = timeZoneOf(customer)
  const listed = requests.map((request) => ({ ...listedRequest(request, language, timeZone), link: linkOf(request.id) }))
  const only = listed.length === 1 ? listed[0] : undefined
  return {
    ticket: only?.ticket || null,
    link: only?.link ?? null,
    requests: listed,
    count: String(count),
    more: count > listed.length ? String(count - listed.length) : null,
  }
}

function listedRequest({ ticket, opens_ticket, created_at, changes }: ToldRequest, language: Language, timeZone: string) {
  const lines = changes.slice(-LISTED_CHANGES).map(({ at, ...change }) => `${formatMoment(new Date(at), language, timeZone)} – ${wordsOf(change, language)}`)
  return { ticket: opens_ticket ? ticket : '', sent: formatMoment(created_at, language, timeZone), changes: lines.join('\n') }
}

/** Returns a change in the words of the follow-up page. */
export function wordsOf({ kind, text }: Pick<ToldChange, 'kind' | 'text'>, language: Language): string {
  const { follow } = phrases[language]
  if (kind === 'merged') return follow.testo_merged
  const name = [...(text ?? '')]
  const shown = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).join('')}…` : name.join('')
  // A function, because a name may contain patterns such as `$&`.
  return follow[`evento_${kind}`].replace('{1}', () => shown.replaceAll(/\s+/g, ' '))
}
