import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT = { client_id: 'sportello', client_secret: 'a client secret of the provider' }

const PEOPLE: Record<string, Record<string, unknown>> = {
  anna: {
    email: 'anna@example.org',
    email_verified: true,
    given_name: 'Anna',
    preferred_username: 'anna',
    family_name: 'Neri',
    fiscal_number: 'NRENNA80A41H501X',
  },
  carla: { email: 'carla@example.org', email_verified: true },
  diego: { email: 'diego@example.org', email_verified: true },
  berta: { email: 'berta@example.org', email_verified: false, given_name: 'Berta' },
}

/** A real OpenID Connect provider for tests. Its login page accepts any name. */
export interface RunningProvider {
  issuer: string
  close: () => Promise<void>
}

/**
 * Starts a real OpenID Connect provider for tests.
 * @param redirectUris allowed redirect URIs. Some callers learn their own URL only later; they pass a function, which
 * is
 * called at the first request
 */
export async function startProvider(redirectUris: readonly string[] | (() => readonly string[])): Promise<RunningProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const begin = () =>
    new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [...(typeof redirectUris === 'function' ? redirectUris() : redirectUris)],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub', 'fiscal_number'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'preferred_username'] },
      findAccount: (_context, id) => (PEOPLE[id] ? { accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) } : undefined),
      pkce: { required: () => true },
      cookies: { keys: ['for tests alone'] },
      features: { devInteractions: { enabled: true } },
    })
  let answer: ReturnType<Provider['callback']> | undefined
  server.on('request', (request, response) => {
    answer ??= begin().callback()
    void answer(request, response)
  })
  return {
    issuer,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A minimal browser for tests. It follows redirects and keeps the cookies of several sites. */
export class FacelessBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()
  /** The URLs that the test's browser has visited; the last one is the current URL. */
  readonly visited: string[] = []

  /** Requests a URL and follows redirects to the end, or to the first URL that `until` accepts. */
  async goTo(address: string, init: RequestInit = {}, until: (address: string) => boolean = () => false): Promise<Response> {
    this.visited.push(address)
    const { host } = new URL(address)
    const jar = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, headers: { ...init.headers, ...(cookie && { cookie }) }, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location === null) return response
    const next = new URL(location, address).href
    if (until(next)) {
      this.visited.push(next)
      return response
    }
    await response.body?.cancel()
    return this.goTo(next, {}, until)
  }

  /** Logs in on the OpenID Connect provider's page in `response`, and gives consent. */
  async logsIn(response: Response, name: string, until: (address: string) => boolean): Promise<Response> {
    const here = () => this.visited.at(-1) ?? ''
    const actionIn = (page: string) => new URL(/action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '', here()).href
    const post = (page: string, fields: Record<string, string>) => this.goTo(actionIn(page), { method: 'POST', body: new URLSearchParams(fields) }, until)
    const consent = await post(await response.text(), { prompt: 'login', login: name, password: 'x' })
    return post(await consent.text(), { prompt: 'consent' })
  }
}
