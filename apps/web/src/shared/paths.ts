const segment = encodeURIComponent

/** URL paths of all visitor pages (visitor specification, section 2). The route names are those of the specification. */
export const paths = {
  home: (customer: string) => `/${segment(customer)}`,
  open: (customer: string, tag: string) => `/${segment(customer)}/open/${segment(tag)}`,
  validation: (customer: string, code: string, locale: string) => `/${segment(customer)}/validation?${new URLSearchParams({ code, locale })}`,
  /**
   * Path of the page with the receipt of the last submitted request, which the browser has stored; `locale` is the
   * language of the form.
   */
  receipt: (customer: string, locale: string) => `/${segment(customer)}/receipt?${new URLSearchParams({ locale })}`,
  maintenance: (customer: string) => `/${segment(customer)}/mantainance`,
  authError: (customer: string) => `/${segment(customer)}/authError`,
  login: (customer: string) => `/${segment(customer)}/login`,
  /**
   * Path of the password recovery. With the code of a mailed link it opens the page that sets a new password; without a
   * code it opens the page that requests a link.
   */
  recovery: (customer: string, code = '') => `/${segment(customer)}/login?${new URLSearchParams({ recovery: code })}`,
  tokenLogin: (customer: string, tag: string) => `/${segment(customer)}/${segment(tag)}/token-login`,
  siteMap: (customer: string) => `/${segment(customer)}/siteMap`,
  unauthorized: '/unauthorized',
  surveyCompiled: (customer: string) => `/${segment(customer)}/surveyCompiled`,
} as const

/** Page kinds of a customer's message pages, by their path segment. */
const MESSAGE_PAGES = {
  siteMap: 'siteMap',
  notSupported: 'notSupported',
  mantainance: 'maintenance',
  authError: 'authError',
  error: 'error',
  surveyCompiled: 'surveyCompiled',
} as const

/** A login page with the parameters from its URL. */
export type LoginPlace =
  /**
   * `recovery` is the code of a mailed password link, with which the page sets a new password. If it is empty, the page
   * requests such a link; if it is null, the page is the login page.
   */
  { kind: 'login'; customer: string; recovery: string | null } | { kind: 'tokenLogin'; customer: string; codeTag: string }

/** A page of the visitor's site, with the parameters from its URL. */
export type Place =
  | { kind: 'notFound' | 'unauthorized'; customer: null }
  | { kind: 'form'; customer: string; codeTag: string | null }
  | { kind: 'validation'; customer: string; code: string; locale: string | null }
  | { kind: 'receipt'; customer: string; locale: string | null }
  | LoginPlace
  | { kind: (typeof MESSAGE_PAGES)[keyof typeof MESSAGE_PAGES]; customer: string }

const NOWHERE: Place = { kind: 'notFound', customer: null }

export function placeOf(url: URL): Place {
  let segments: string[]
  try {
    segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return NOWHERE
  }
  const [customer, page, tag, ...rest] = segments
  if (customer === undefined || rest.length > 0) return NOWHERE
  if (page === undefined)
    return customer === 'unauthorized'
      ? { kind: 'unauthorized', customer: null }
      : customer === 'notfound'
        ? NOWHERE
        : { kind: 'form', customer, codeTag: null }
  if (page === 'open') return tag === undefined ? NOWHERE : { kind: 'form', customer, codeTag: tag }
  if (tag === 'token-login') return { kind: 'tokenLogin', customer, codeTag: page }
  if (tag !== undefined) return NOWHERE
  if (page === 'login') return { kind: 'login', customer, recovery: url.searchParams.get('recovery') }
  if (page === 'receipt') return { kind: 'receipt', customer, locale: url.searchParams.get('locale') }
  if (page === 'validation') return { kind: 'validation', customer, code: url.searchParams.get('code') ?? '', locale: url.searchParams.get('locale') }
  return Object.hasOwn(MESSAGE_PAGES, page) ? { kind: MESSAGE_PAGES[page as keyof typeof MESSAGE_PAGES], customer } : NOWHERE
}
