import type { ShownPasskey } from '@sportello/contract'
import { expect } from 'vitest'
import { openOperatorSession } from '../src/management/operator-session.ts'
import { SoftwareAuthenticator, type Twist } from './software-authenticator.ts'
import { startTestServer } from './test-server.ts'
import { rowsOf } from './traces.ts'

/** The relying party for the test server's passkeys. */
export const SITE = { rpId: 'sportello.example', origin: 'https://sportello.example' }

interface Asked {
  options: { challenge: string; user?: unknown }
}

/** Starts a server that accepts passkeys for the relying party `SITE`. */
export async function startPasskeyCase() {
  const server = await startTestServer({ env: { PUBLIC_URL: SITE.origin } })

  function call<T>(method: string, path: string, body?: unknown, bearer?: string) {
    return server.call<T>(method, `/managements${path}`, {
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
    })
  }

  /** Creates an operator without a password, and opens a session. @returns the credential of the session */
  async function person(username: string, role = 'viewer'): Promise<string> {
    await rowsOf(server, 'insert into operators (username, role) values ($1, $2)', [username, role])
    return openOperatorSession(server.database, username)
  }

  async function registrationOptions(bearer: string): Promise<Asked['options']> {
    const { body } = await call<Asked>('POST', '/account/passkeys/options', {}, bearer)
    return body.data?.options ?? { challenge: '' }
  }
  async function signInOptions(): Promise<Asked['options']> {
    return (await call<Asked>('POST', '/sign-in/passkey/options')).body.data?.options ?? { challenge: '' }
  }
  const register = (credential: object, bearer: string, name = 'Portatile') => call<ShownPasskey>('POST', '/account/passkeys', { name, credential }, bearer)
  const signIn = (credential: object) => call<{ auth: string; username: string }>('POST', '/sign-in/passkey', { credential })

  /** Creates an operator who has a passkey. */
  async function operatorWithPasskey(username: string, twist: Twist = {}) {
    const bearer = await person(username)
    const device = new SoftwareAuthenticator(SITE)
    const { status, body } = await register(device.create(await registrationOptions(bearer), twist), bearer)
    expect(status).toBe(201)
    return { bearer, device, passkey: body.data as ShownPasskey }
  }
  return { server, call, person, registrationOptions, signInOptions, register, signIn, operatorWithPasskey }
}

/** Returns the status of an API response with the codes of its errors. */
export const codes = ({ status, body }: { status: number; body: { errors: { data: { code: string } }[] } }) => [
  status,
  ...body.errors.map(({ data }) => data.code),
]

/** HTTP status and error code of a rejected sign-in. */
export const REFUSED = [401, 'forms0011']
