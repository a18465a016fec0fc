import type { KnownData } from '@sportello/contract'
import { sessionModeOf } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Json } from '../../platform/db/schema.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { encryptedJson } from '../../platform/keys/rules.ts'
import { holdAccount, holdToken } from '../accounts/queries.ts'
import { accountOfPerson, tokenOfPerson } from '../accounts/rules.ts'
import { insertSession } from '../sessions/queries.ts'
import { authTypesOf, hashOfSessionCode, knownPlace, newSessionCode, personOf, sessionSeconds } from '../sessions/rules.ts'

/** A visitor whom a login has identified, with the data for opening the session. */
export interface Entrant {
  /** The access mode of the visitor's login. On a survey, the session gets the mode SURVEY instead. */
  by: 'SSO' | 'LOGIN' | 'TOKEN_LOGIN' | 'DYNAMIC'
  /** The person's identifier that the login provides. It takes precedence over an identifier in the personal data. */
  person?: string
  /**
   * The time, read at the login, at which the account's sessions were last invalidated. If they were invalidated again
   * after the login, the server opens no session.
   */
  stamp?: string
  known: KnownData
  mappingId: string | null
}

/**
 * Opens a visitor's session on a form.
 * @returns the session code, which the server cannot return again. Undefined if the form does not admit this kind of
 * login, or if the password was changed or the token was revoked after the login
 */
export async function openSession(
  services: CustomerServices,
  customer: Customer,
  { by, person, stamp, known, mappingId }: Entrant,
): Promise<string | undefined> {
  const listed = authTypesOf(customer.params)
  const mode = sessionModeOf(listed, 'SURVEY') ?? sessionModeOf(listed, by)
  if (!mode) return undefined
  const code = newSessionCode()
  const codeHash = hashOfSessionCode(code)
  const current = await services.encryption.key(customer.code)
  const opened = await withCustomer(services.database.kysely, customer.code, async (db) => {
    if (person !== undefined && stamp !== undefined && !(await holdAccount(db, customer.code, accountOfPerson(person), stamp))) return false
    if (person !== undefined && by === 'TOKEN_LOGIN' && !(await holdToken(db, customer.code, tokenOfPerson(person)))) return false
    const key = await services.encryption.held(db, customer.code, current)
    await insertSession(db, {
      customerCode: customer.code,
      codeHash,
      authType: mode.authType,
      // Stores no identifier of the person next to encrypted personal data. The identifier may be a tax code, and it
      // would be in plain text.
      person: person ?? (key ? null : personOf(known)),
      known: encryptedJson(key, knownPlace(customer.code, codeHash), known as Json),
      mappingId,
      seconds: sessionSeconds(customer.params, by),
    })
    return true
  })
  return opened ? code : undefined
}
