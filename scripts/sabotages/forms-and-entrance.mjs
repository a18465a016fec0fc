// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the changes quote source code
const S = 'apps/server/src'

export default [
  {
    what: 'tenants’ HTML is not cleaned',
    file: `${S}/catalogue/definitions/sanitize.ts`,
    from: 'return sanitizeHtml(html, OPTIONS)',
    to: 'return html + (sanitizeHtml(html, OPTIONS) && "")',
    tests: ['catalogue/definitions', 'surfaces/bundle'],
  },
  {
    what: 'tenants’ style sheets may load resources',
    file: `${S}/catalogue/customers/answer-css.ts`,
    from: "const FUNCTIONS = new Set(['rgb',",
    to: "const FUNCTIONS = new Set(['image-set', 'src', 'rgb',",
    tests: ['catalogue/customers/answer-css.test.ts'],
  },
  {
    what: 'an SSO message can be replayed',
    file: `${S}/entrance/sso/enter-by-message.ts`,
    from: 'const once = `${kind}\\n${jti}`',
    to: 'const once = `${kind}\\n${jti}\\n${Math.random()}`',
    tests: ['entrance/sso/enter-by-message.test.ts'],
  },
  {
    what: 'SSO messages never expire',
    file: `${S}/entrance/sessions/message-content.ts`,
    from: 'left > 0 && ',
    to: '',
    tests: ['entrance/sso/enter-by-message.test.ts'],
  },
  {
    what: 'operators can read the secrets of forms',
    file: `${S}/catalogue/customers/secrets.ts`,
    from: '  for (const { write } of places) write(bare, undefined)\n',
    to: '',
    tests: ['catalogue/customers/secrets.test.ts'],
  },
  {
    what: 'the catalog holds a connection while it waits for the database',
    file: `${S}/catalogue/customers/catalog.ts`,
    from: 'if (this.#looking) return',
    to: '',
    tests: ['catalogue/customers/catalog.test.ts'],
  },
  {
    what: 'a form is read from a replica that lacks a known change',
    file: `${S}/catalogue/customers/catalog.ts`,
    from: "    if (db !== this.#db && (await readRevision(db)) < this.#revision) return 'behind'\n",
    to: '',
    tests: ['catalogue/customers/catalog.test.ts'],
  },
  {
    what: 'the secret of one form opens sessions at other forms',
    file: `${S}/entrance/sso/admit.ts`,
    from: 'const route = isApart ? undefined : found',
    to: 'const route = found',
    tests: ['entrance/sso/enter-by-message.test.ts'],
  },
  {
    what: 'a stored secret is sent to another server than it was entered for',
    file: `${S}/catalogue/customers/secrets.ts`,
    from: 'isKept && originOf(to.address) !== originOf(place.sentTo?.(stored)?.address)',
    to: 'isKept && false',
    tests: ['delivery/destinations/managed-deliveries.test.ts'],
  },
  {
    what: 'any operator may change protected settings',
    file: `${S}/catalogue/settings/system-settings.ts`,
    from: "if (isGuard(code) && role !== 'owner')",
    to: "if (isGuard(code) && role === 'viewer')",
    tests: ['surfaces/operators/management-calls.test.ts'],
  },
]
