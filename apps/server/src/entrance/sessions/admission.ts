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
import { previewSessionOf } from './preview-session.ts'
import { findSession, sessionExists } from './queries.ts'
import { hashOfSessionCode, type Session } from './session.ts'

/** A visitor whom the form admits, with the visitor's access mode. */
export interface Visitor {
  mode: AccessMode
  session: Session | null
  /** True if the caller is authenticated, either as a visitor with a session or as a partner's system. */
  signedIn: boolean
}

/** Returns the access modes of a form, including DYNAMIC if the form uses personal links. */
export function authTypesOf(params: FormParams): readonly AuthType[] {
  const listed = params.auth_type ?? []
  return params.token_type === 'DYNAMIC' && !listed.includes('DYNAMIC') ? [...listed, 'DYNAMIC'] : listed
}

/**
 * Returns the visitor's session for a session code; null if no code is given.
 * @throws ApiError forms0011 if no session has the code, forms0041 if the session belongs to another form, forms0005 if
 * it has expired, forms0027 if it has been used.
 */
export async function sessionOf(services: CustomerServices, customer: Customer, code: string | undefined): Promise<Session | null> {
  if (customer.preview) return previewSessionOf(customer.preview)
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
  // The customer's encryption key was deleted, so the server can no longer decrypt the personal data of the session.
  if (!known) throw apiError('forms0011')
  return { codeHash, mode, person: found.person ?? personOf(known), emails: emailsOf(known), known }
}

/**
 * Throws an error if a visitor's session has ended.
 * @throws ApiError forms0027 if the session was used, forms0005 if it has expired.
 */
function rejectEnded({ used_at, expired, lifetime_s }: NonNullable<Awaited<ReturnType<typeof findSession>>>): void {
  if (used_at) throw apiError('forms0027')
  // The error forms0005 contains the session's lifetime in minutes (visitor specification, section 8).
  if (expired) throw apiError('forms0005', [Math.ceil(lifetime_s / 60)])
}

/**
 * Throws the error that explains why a session can no longer be used, although it was valid when the call began.
 * @throws ApiError forms0011 if the session was deleted since then, forms0005 if it expired, forms0027 if a parallel
 * submission used it.
 */
export async function rejectSession({ database }: CustomerServices, customerCode: string, codeHash: Buffer | null): Promise<never> {
  const found = codeHash && (await withCustomer(database.kysely, customerCode, (db) => findSession(db, customerCode, codeHash)))
  if (!found) throw apiError('forms0011')
  rejectEnded(found)
  throw apiError('forms0027')
}

/**
 * Returns the visitor who makes a call: with a session, as a partner's system, or anonymously.
 * @throws ApiError the errors of `sessionOf`, and forms0011 if the form does not admit the visitor.
 */
export async function visitorOf(services: CustomerServices, customer: Customer, code: string | undefined, request: FastifyRequest): Promise<Visitor> {
  const session = await sessionOf(services, customer, code)
  if (session) return { mode: session.mode, session, signedIn: true }
  if (await isPartner(services, customer, request)) return { mode: partnerMode, session: null, signedIn: true }
  const mode = freeModeOf(customer.params.auth_type ?? [])
  if (!mode) throw apiError('forms0011')
  return { mode, session: null, signedIn: false }
}

/**
 * Returns true if the caller is authenticated, either as a visitor with a session or as a partner's system.
 * @throws ApiError the errors of `sessionOf`, and forms0011 for an invalid credential of a partner.
 */
export async function isSignedIn(services: CustomerServices, customer: Customer, code: string | undefined, request: FastifyRequest): Promise<boolean> {
  return (await sessionOf(services, customer, code)) !== null || isPartner(services, customer, request)
}

/** Returns true if the form shows its steps to visitors without a session. */
export function admitsAnybody(customer: Customer): boolean {
  return freeAuthTypeOf(customer.params.auth_type ?? []) !== undefined
}
