import type { Customer } from '../../catalogue/customers/rules.ts'
import { captchaOf } from '../../entrance/captcha/rules.ts'
import type { Config } from '../../platform/config.ts'
import { chatPolicyOf, type Policy } from '../chat/rules.ts'

/** What a captcha needs beyond the rest, on the pages of the forms that may ask for it: ALTCHA a worker of ours, reCAPTCHA Google's script and frame. */
const FOR_CAPTCHA: Readonly<Record<'altcha' | 'recaptcha', Policy>> = {
  altcha: { 'worker-src': ["'self'"] },
  recaptcha: {
    // For browsers that do not know 'strict-dynamic'; the others go by the nonce.
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
}

/**
 * No string becomes markup, script or a script's address but through the policies of these names. Not where a captcha or a chat brings in
 * scripts of others, which know nothing of it.
 */
const ownScriptsOnly = (more: readonly string[]): Policy => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['tenant-html', 'solver-worker', ...more],
})

/**
 * The Content-Security-Policy of a page: closed, but for what its own customer's form is allowed to bring in.
 * @param trustedTypes names of further policies that the page's own script may create
 */
export function pagePolicy(config: Pick<Config, 'serviceName'>, nonce: string, customer: Customer | undefined, trustedTypes: readonly string[] = []): string {
  const captcha = customer ? captchaOf(config, customer) : null
  const opened = [captcha ? FOR_CAPTCHA[captcha.provider] : {}, customer ? chatPolicyOf(customer) : {}]
  const added = (directive: string) => opened.flatMap((policy) => policy[directive] ?? [])
  const closed: Policy = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    // Beside a nonce 'unsafe-inline' says nothing.
    'style-src': ["'self'", ...(added('style-src').includes("'unsafe-inline'") ? [] : [`'nonce-${nonce}'`])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    ...(opened.some((policy) => policy['script-src']) ? {} : ownScriptsOnly(trustedTypes)),
  }
  const directives = new Set([...Object.keys(closed), ...opened.flatMap(Object.keys)])
  return [...directives].map((name) => [name, ...(closed[name] ?? []), ...added(name)].join(' ')).join('; ')
}
