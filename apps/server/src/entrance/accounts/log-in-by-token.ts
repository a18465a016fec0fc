import type { KnownData, Property } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { markBrowser } from '../sessions/rules.ts'
import { countFailure, type LoginAttempt, lockAttempts, secondsToWait, tooManyAttempts } from './failed-attempts.ts'
import { receiptOf } from './log-in.ts'
import { addressKey, hashOfToken, personOfToken } from './names.ts'
import { countWrongTry, lockToken, takeToken } from './queries.ts'

/**
 * An id that no login token has. If a visitor sends an unknown token, the server counts the failed attempt under this
 * id.
 * The response therefore takes as long as for a known token with wrong fields.
 */
const NO_TOKEN = '00000000-0000-0000-0000-000000000000'

/**
 * Registers the endpoint by which a visitor logs in with a token and the fields of the login step. The error is the
 * same for unknown, revoked and used tokens and for wrong fields.
 */
export function logInByToken(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.logInByToken, async ({ params, query, body, request, reply }) => {
    const customer = await services.openCustomer(params.customerCode)
    const asked = askedFields(customer, query.tag)
    const tried: LoginAttempt = { kind: 'login', account: null, address: addressKey(services.config, customer.code, request.ip) }
    const tokenHash = hashOfToken(services.config, customer.code, params.token)
    const { wait, token } = await withCustomer(services.database.kysely, customer.code, async (db) => {
      await lockAttempts(db, tried)
      const wait = await secondsToWait(db, customer, tried)
      if (wait !== null) return { wait }
      const found = await lockToken(db, customer.code, tokenHash)
      const right = found !== undefined && asked !== undefined && matchesAll(asked, found.fields as KnownData, body)
      if (right && (await takeToken(db, customer.code, found.id))) return { wait, token: found }
      await countWrongTry(db, customer.code, found && !right ? found.id : NO_TOKEN)
      await countFailure(db, customer.code, tried)
      return { wait }
    })
    if (wait !== null) throw tooManyAttempts(wait)
    logSignIn(services.config, request, { event: 'sign_in', way: 'token', outcome: token ? 'success' : 'failure', form: customer.code })
    if (!token) throw apiError('forms0011')
    const known = { ...(token.metadata as KnownData), ...(token.fields as KnownData) }
    const browser = markBrowser(request, reply, services.config, customer.code)
    return receiptOf(services.config, customer, { browser, authType: 'TOKEN_LOGIN', person: personOfToken(token.id), known })
  })
}

/** Returns the fields of a login step without the token field; undefined if the form or the step has no token login. */
function askedFields({ params, published }: Customer, codeTag: string | undefined): readonly Property[] | undefined {
  if (!params.auth_type?.includes('TOKEN_LOGIN')) return undefined
  const node = published.nodes.get(codeTag ?? published.tokenLogins[0]?.code_tag ?? '')
  const fields = node?.tag.form_fields.flatMap((field) => (field.type === 'TOKEN_LOGIN' ? [field.value.fields] : []))
  return fields && fields.length > 0 ? fields.flat() : undefined
}

/**
 * Compares what the visitor has typed with the data stored with the token. Returns true if every field of the login
 * step
 * has the stored value.
 */
function matchesAll(asked: readonly Property[], known: KnownData, given: Readonly<Record<string, unknown>>): boolean {
  return asked.every(({ property_code: code }) => {
    const right = Object.hasOwn(known, code) ? comparable(known[code]) : ''
    return right !== '' && Object.hasOwn(given, code) && comparable(given[code]) === right
  })
}

/** Normalises a typed or stored value of a token login, so that their comparison ignores case and spaces. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.map(comparable).sort().join('\n')
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  return String(value).normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
