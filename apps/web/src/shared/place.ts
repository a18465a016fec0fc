import type { StatementKind } from '@sportello/contract'

/** Message pages of a customer: maps the path segment to the kind of page. */
const MESSAGE_PAGES = {
  siteMap: 'siteMap',
  notSupported: 'notSupported',
  mantainance: 'maintenance',
  authError: 'authError',
  error: 'error',
  surveyCompiled: 'surveyCompiled',
} as const

/** Pages with a statement of a customer: maps the path segment to the statement. */
const STATEMENT_PAGES: Readonly<Record<string, StatementKind>> = { accessibilita: 'accessibility', privacy: 'privacy' }

/** A login page, with the parameters from its URL. */
export type LoginPlace =
  /**
   * `recovery` selects one of three pages. Null: the login page. An empty text: the page that requests a
   * password-recovery link. The code from such a link: the page that sets a new password.
   */
  { kind: 'login'; customer: string; recovery: string | null } | { kind: 'tokenLogin'; customer: string; codeTag: string }

/** A page for visitors, with the parameters from its URL. */
export type Place =
  | { kind: 'unauthorized'; customer: null }
  /** `customer` is null if the path names no customer. */
  | { kind: 'notFound'; customer: string | null }
  | { kind: 'form'; customer: string; codeTag: string | null }
  | { kind: 'validation'; customer: string; code: string; locale: string | null }
  /** `key` is the key of a mailed link; null for the receipt that the browser has stored. */
  | { kind: 'receipt'; customer: string; key: string | null; locale: string | null }
  /** Page that a mailed link to a saved request opens. The link's key is in the fragment of the URL. */
  | { kind: 'resume'; customer: string; locale: string | null }
  | { kind: 'followUp'; customer: string; locale: string | null }
  | { kind: 'statement'; customer: string; statement: StatementKind }
  | LoginPlace
  | { kind: (typeof MESSAGE_PAGES)[keyof typeof MESSAGE_PAGES]; customer: string }

const notFound = (customer: string | null): Place => ({ kind: 'notFound', customer })

export function placeOf(url: URL): Place {
  let segments: string[]
  try {
    segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return notFound(null)
  }
  const [customer, page, tag, ...rest] = segments
  if (customer === undefined) return notFound(null)
  if (page === undefined)
    return customer === 'unauthorized'
      ? { kind: 'unauthorized', customer: null }
      : customer === 'notfound'
        ? notFound(null)
        : { kind: 'form', customer, codeTag: null }
  if (rest.length > 0) return notFound(customer)
  if (page === 'open') return tag === undefined ? notFound(customer) : { kind: 'form', customer, codeTag: tag }
  if (tag === 'token-login') return { kind: 'tokenLogin', customer, codeTag: page }
  if (tag !== undefined) return notFound(customer)
  if (page === 'login') return { kind: 'login', customer, recovery: url.searchParams.get('recovery') }
  if (page === 'receipt') return { kind: 'receipt', customer, key: url.searchParams.get('key'), locale: url.searchParams.get('locale') }
  if (page === 'follow-up') return { kind: 'followUp', customer, locale: url.searchParams.get('locale') }
  if (page === 'validation') return { kind: 'validation', customer, code: url.searchParams.get('code') ?? '', locale: url.searchParams.get('locale') }
  if (page === 'resume') return { kind: 'resume', customer, locale: url.searchParams.get('locale') }
  const statement = Object.hasOwn(STATEMENT_PAGES, page) ? STATEMENT_PAGES[page] : undefined
  if (statement !== undefined) return { kind: 'statement', customer, statement }
  return Object.hasOwn(MESSAGE_PAGES, page) ? { kind: MESSAGE_PAGES[page as keyof typeof MESSAGE_PAGES], customer } : notFound(customer)
}
