import { type AuthType, type FormParams, freeAuthTypeOf, type KnownData } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import { type AccessMode, freeModeOf, partnerMode, sessionModeOf } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { ifReadable } from '../../platform/keys/rules.ts'
import { isPartner } from './credentials.ts'
import { emailsOf, knownPlace, personOf } from './known-data.ts'
import { findSession, sessionExists } from './queries.ts'
import { hashOfSessionCode, type Session } from './session.ts'

/** Somebody whom the form admits, and how. */
export interface Visitor {
  mode: AccessMode
  session: Session | null
  /** Whether the form knows who it is: by a session, or as a partner's system. */
  signedIn: boolean
}

/** The modes of a form; a form whose tokens are personal links admits those too. */
export function authTypesOf(params: FormParams): readonly AuthType[] {
  const listed = params.auth_type ?? []
  return params.token_type === 'DYNAMIC' && !listed.includes('DYNAMIC') ? [...listed, 'DYNAMIC'] : listed
}

/**
 * The session of a code; null without one.
 * @throws ApiError forms0011 unknown, forms0041 another form's, forms0005 expired, forms0027 used up.
 */
export async function sessionOf(services: CustomerServices, customer: Customer, code: string | undefined): Promise<Session | null> {
  if (!code) return null
  const codeHash = hashOfSessionCode(code)
  const { found, known, stands } = await withCustomer(services.database.kysely, customer.code, async (db) => {
    const found = await findSession(db, customer.code, codeHash)
    const known = found && (await ifReadable(services.encryption.openJson(db, knownPlace(customer.code, codeHash), found.known_data)))
    return { found, known: known as KnownData | undefined, stands: found !== undefined || (await sessionExists(db, codeHash)) }
  })
  if (!found) throw apiError(stands ? 'forms0041' : 'forms0011')
  const mode = sessionModeOf(authTypesOf(customer.params), found.auth_type)
  if (!mode) throw apiError('forms0041')
  rejectEnded(found)
  // With its key destroyed nobody knows any more who came.
  if (!known) throw apiError('forms0011')
  return { codeHash, mode, person: found.person ?? personOf(known), emails: emailsOf(known), known }
}

/** @throws ApiError forms0027 used up, forms0005 over. */
function rejectEnded({ used_at, expired, lifetime_s }: NonNullable<Awaited<ReturnType<typeof findSession>>>): void {
  if (used_at) throw apiError('forms0027')
  // The shown figure is minutes (visitor specification, section 8).
  if (expired) throw apiError('forms0005', [Math.ceil(lifetime_s / 60)])
}

/** Says why a session that stood a moment ago could not be used up. @throws ApiError forms0011 gone, forms0005 over meanwhile, forms0027 used up by another send. */
export async function rejectSession({ database }: CustomerServices, customerCode: string, codeHash: Buffer | null): Promise<never> {
  const found = codeHash && (await withCustomer(database.kysely, customerCode, (db) => findSession(db, customerCode, codeHash)))
  if (!found) throw apiError('forms0011')
  rejectEnded(found)
  throw apiError('forms0027')
}

/** Who comes with a session's code, as a partner's system, or without. @throws ApiError as `sessionOf`, and forms0011 where the form admits nobody so. */
export async function visitorOf(services: CustomerServices, customer: Customer, code: string | undefined, request: FastifyRequest): Promise<Visitor> {
  const session = await sessionOf(services, customer, code)
  if (session) return { mode: session.mode, session, signedIn: true }
  if (await isPartner(services, customer, request)) return { mode: partnerMode, session: null, signedIn: true }
  const mode = freeModeOf(customer.params.auth_type ?? [])
  if (!mode) throw apiError('forms0011')
  return { mode, session: null, signedIn: false }
}

/** Whether the form knows who comes. @throws ApiError as `sessionOf`, and forms0011 for a partner's credential that is not good. */
export async function isSignedIn(services: CustomerServices, customer: Customer, code: string | undefined, request: FastifyRequest): Promise<boolean> {
  return (await sessionOf(services, customer, code)) !== null || isPartner(services, customer, request)
}

/** Whether the form shows its steps to a visitor without a session. */
export function admitsAnybody(customer: Customer): boolean {
  return freeAuthTypeOf(customer.params.auth_type ?? []) !== undefined
}
