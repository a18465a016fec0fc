import { OPERATOR_ROLES, type OperatorRole } from '@sportello/contract'
import { openOperatorSession } from '../src/management/operator-session.ts'
import { accessForm } from './access-bundle.ts'
import { startTestServer } from './test-server.ts'
import { rowsOf } from './traces.ts'

interface Options {
  as?: string | null
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Starts a server with the customers `ours` and `theirs` and with operators. One operator per role, named like the
 * role, may manage both customers. The owner `theirs` may manage one customer, the operator `nobody` none. The
 * translator translates into English.
 */
export async function startManagementCase(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  const credentials: Record<string, string> = {}
  for (const code of ['ours', 'theirs']) {
    await server.load(accessForm({ code, authTypes: ['SSO'], params: { sso_secret_aes: `a secret of ${code}` } }))
    await rowsOf(server, 'insert into mappings (customer_code, client) values ($1, $1)', [code])
    await rowsOf(server, 'insert into mapping_logs (customer_code, code_client, action) values ($1, $1, 1)', [code])
  }
  const people: [string, OperatorRole, string[] | null][] = [
    ...OPERATOR_ROLES.map((role): [string, OperatorRole, null] => [role, role, null]),
    ['theirs', 'owner', ['theirs']],
    ['nobody', 'operator', []],
  ]
  for (const [username, role, customers] of people) {
    await rowsOf(
      server,
      'insert into operators (username, role, customers, languages) values ($1, $2, $3, $4) on conflict (username) do update set role = $2',
      [username, role, customers, role === 'translator' ? ['en'] : []],
    )
    credentials[username] = await openOperatorSession(server.database, username)
  }

  /** Returns the request headers for a call by an operator. */
  const headersOf = (as: string) => ({ 'X-Api-Key': 'test-key', Authorization: `Bearer ${credentials[as]}` })

  async function call<T>(method: string, path: string, { as = 'owner', body, headers = {} }: Options = {}) {
    return server.call<T>(method, `/managements${path}`, {
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as !== null && { Authorization: `Bearer ${credentials[as]}` }),
        ...headers,
      },
    })
  }

  /** Opens the event stream that sends the changes of a definition's draft. */
  async function follow(codeTag: string, after: number, as = 'owner') {
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/forms-service/rs/v2/managements/definitions/${codeTag}/draft/events?after=${after}`, {
      headers: headersOf(as),
      signal: leaving.signal,
    })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    })().catch(() => {})
    return {
      text: () => text,
      ended: reading,
      async end() {
        leaving.abort()
        await reading
      },
    }
  }
  return { server, call, follow, headersOf }
}

/** Returns the status of an API response with the codes and fields of its errors. */
export const codes = ({ status, body }: { status: number; body: { errors: { data: { code: string; field?: string | undefined } }[] } }) => [
  status,
  ...body.errors.map(({ data }) => (data.field === undefined ? data.code : `${data.code} ${data.field}`)),
]

/** Returns a form setting in the format in which the dashboard sends it. */
export const newForm = (code_form: string, more: object = {}) => ({
  code_form,
  description: 'A form',
  code_tag: 'ours-root',
  client_url: 'https://client.example/',
  active: true,
  params: {},
  logoParams: [],
  templateParams: { name: 'default2022', params: {} },
  liveChatParams: {},
  ...more,
})
