import type { AuthType } from '@sportello/contract'
import { accessForm } from './access-bundle.ts'
import { postMessage } from './sso.ts'
import type { TestServer } from './test-server.ts'

const property = (property_code: string, input_type: string, more: object = {}) => ({
  property_code,
  property_description: property_code,
  default_value: { input_type, ...more },
})

interface LoginForm {
  code: string
  authTypes?: readonly AuthType[]
  accounts?: readonly object[]
  tokens?: readonly object[]
  /** Maximum numbers of failed logins per account and per network address. */
  limits?: { account: number; address: number }
}

/**
 * Returns a form with accounts and tokens. The token login on the step `ask` also requires surname and birthday; the
 * token login on the step `inside` requires only a surname.
 */
export function loginForm({ code, authTypes = ['LOGIN', 'TOKEN_LOGIN'], accounts = [], tokens = [], limits }: LoginForm) {
  const form = accessForm({ code, authTypes })
  const [ask, inside] = form.definitions[0]?.children ?? []
  const surname = property('surname', 'text')
  ask?.form_fields.push({ type: 'TOKEN_LOGIN', ordering: 9, value: { fields: [surname, property('born', 'date')] } } as never)
  inside?.form_fields.push({ type: 'TOKEN_LOGIN', ordering: 9, value: { fields: [surname] } } as never)
  return {
    ...form,
    accounts: accounts.map((account) => ({ form: code, ...account })),
    tokens: tokens.map((token) => ({ form: code, ...token })),
    settings: limits
      ? [
          { code: 'failed_logins_account', value: String(limits.account) },
          { code: 'failed_logins_address', value: String(limits.address) },
        ]
      : [],
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

export interface Receipt {
  url: string
  message: string
}

/** The login cookies of each test server, kept as a browser would keep them. */
const cookies = new WeakMap<TestServer, string>()

export async function post<T = Receipt>(server: TestServer, path: string, body: unknown, method = 'POST') {
  const answer = await server.call<T>(method, `/forms/${path}`, { body: JSON.stringify(body), headers: { ...JSON_TYPE, cookie: cookies.get(server) ?? '' } })
  const [set] = answer.headers.getSetCookie().filter((line) => line.startsWith('login_'))
  if (set !== undefined) cookies.set(server, set.split(';')[0] ?? '')
  return answer
}

/**
 * Posts the result of a login to the SSO endpoint, as the browser does.
 * @returns the URL to which the server redirects
 */
export async function takeIn(server: TestServer, customer: string, { message }: Receipt): Promise<string> {
  return (await postMessage(server, customer, message, 'POST', cookies.get(server))).location
}

/** Formats the status and the error codes of an API response as a string, for comparisons. */
export const statusAndCode = ({ status, body }: { status: number; body: { errors: readonly { data: { code: string } }[] } }) =>
  [status, ...body.errors.map(({ data }) => data.code)].join(' ')
