import type { Customer } from '../../catalogue/customers/rules.ts'
import { captchaOf } from '../../entrance/captcha/rules.ts'
import type { Config } from '../../platform/config.ts'
import { type ChatConfig, chatPolicyOf, type Policy } from '../chat/rules.ts'

/**
 * Additional sources that the Content-Security-Policy allows on pages with a captcha: a worker for ALTCHA; Google's
 * script and frame for reCAPTCHA.
 */
const FOR_CAPTCHA: Readonly<Record<'altcha' | 'recaptcha', Policy>> = {
  altcha: { 'worker-src': ["'self'"] },
  recaptcha: {
    // Lists reCAPTCHA's script sources for browsers that do not support 'strict-dynamic'; other browsers use the nonce.
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
}

/**
 * Returns the Content-Security-Policy directives that enforce Trusted Types with the given policies. Pages with another
 * company's captcha or chat do not get them, because those scripts do not use Trusted Types.
 */
const ownScriptsOnly = (more: readonly string[]): Policy => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['tenant-html', 'solver-worker', ...more],
})

/**
 * Returns the sites whose pages may show a form in a frame: the sites that the form's settings name; for the preview of
 * a draft, the editor's site.
 */
function ancestorsOf(customer: Customer | undefined): readonly string[] {
  if (customer?.preview) return ["'self'"]
  const origins = customer?.params.embed_origins ?? []
  return origins.length > 0 ? origins : ["'none'"]
}

interface PageNeeds {
  /** Names of additional Trusted Types policies of the page's script. */
  trustedTypes?: readonly string[]
  /** Sources of pages that the page may itself show in a frame. */
  frames?: readonly string[]
  /** True if the page's script starts web workers. */
  hasWorkers?: boolean
}

/**
 * Returns the Content-Security-Policy of a form's page. Allows sources of other companies only if the form uses them.
 * @param more what a page that is not a form needs in addition
 */
export function pagePolicy(
  config: Pick<Config, 'serviceName'> & ChatConfig,
  nonce: string,
  customer: Customer | undefined,
  { trustedTypes = [], frames = [], hasWorkers = false }: PageNeeds = {},
): string {
  const captcha = customer ? captchaOf(config, customer) : null
  const opened = [captcha ? FOR_CAPTCHA[captcha.provider] : {}, customer ? chatPolicyOf(config, customer) : {}]
  const added = (directive: string) => opened.flatMap((policy) => policy[directive] ?? [])
  const closed: Policy = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    // Omits the nonce for styles if the policy needs 'unsafe-inline', because browsers ignore 'unsafe-inline' if a
    // nonce is present.
    'style-src': ["'self'", ...(added('style-src').includes("'unsafe-inline'") ? [] : [`'nonce-${nonce}'`])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'form-action': ["'self'"],
    ...(frames.length > 0 && { 'frame-src': frames }),
    ...(hasWorkers && { 'worker-src': ["'self'"] }),
    'base-uri': ["'none'"],
    'frame-ancestors': ancestorsOf(customer),
    'object-src': ["'none'"],
    ...(opened.some((policy) => policy['script-src']) ? {} : ownScriptsOnly(trustedTypes)),
  }
  const directives = new Set([...Object.keys(closed), ...opened.flatMap(Object.keys)])
  return [...directives].map((name) => [name, ...(closed[name] ?? []), ...added(name)].join(' ')).join('; ')
}
