const segment = encodeURIComponent

/**
 * URL paths of all visitor pages (visitor specification, section 2). The specification also defines the route names.
 */
export const paths = {
  home: (customer: string) => `/${segment(customer)}`,
  open: (customer: string, tag: string) => `/${segment(customer)}/open/${segment(tag)}`,
  validation: (customer: string, code: string, locale: string) => `/${segment(customer)}/validation?${new URLSearchParams({ code, locale })}`,
  /**
   * Path of the receipt page. The page shows the receipt of the last submitted request, which the browser has stored.
   * `locale` is the language of the form.
   */
  receipt: (customer: string, locale: string) => `/${segment(customer)}/receipt?${new URLSearchParams({ locale })}`,
  /** Path of the page that goes on with a saved request. A mailed link has its key in the fragment. */
  resume: (customer: string, locale: string) => `/${segment(customer)}/resume?${new URLSearchParams({ locale })}`,
  /** Path of the page on which a requester follows a request. The key of the mailed link is in the fragment. */
  followUp: (customer: string, locale: string) => `/${segment(customer)}/follow-up?${new URLSearchParams({ locale })}`,
  maintenance: (customer: string) => `/${segment(customer)}/mantainance`,
  authError: (customer: string) => `/${segment(customer)}/authError`,
  login: (customer: string) => `/${segment(customer)}/login`,
  /**
   * Path of the password-recovery page. With the code from a mailed link, the page sets a new password; without a code,
   * it requests such a link.
   */
  recovery: (customer: string, code = '') => `/${segment(customer)}/login?${new URLSearchParams({ recovery: code })}`,
  tokenLogin: (customer: string, tag: string) => `/${segment(customer)}/${segment(tag)}/token-login`,
  siteMap: (customer: string) => `/${segment(customer)}/siteMap`,
  /** Paths of a customer's accessibility statement and privacy notice. */
  accessibility: (customer: string) => `/${segment(customer)}/accessibilita`,
  privacy: (customer: string) => `/${segment(customer)}/privacy`,
  unauthorized: '/unauthorized',
  surveyCompiled: (customer: string) => `/${segment(customer)}/surveyCompiled`,
} as const
