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

/** Whom a way in has found to be who they are. */
export interface Entrant {
  /** How they came: where the form is a survey, their session is one of the survey. */
  by: 'SSO' | 'LOGIN' | 'TOKEN_LOGIN' | 'DYNAMIC'
  /** Where the way in knows better than the known data do. */
  person?: string
  /** Of an account: its session is opened only while the account still has it. */
  stamp?: string
  known: KnownData
  mappingId: string | null
}

/** Opens a session on a form. @returns its code, said here once; undefined where the form does not take visitors by this way, or the account's password was changed or the token revoked meanwhile. */
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
      // A tax code names a person: where the known data are sealed, who it is stands in them.
      person: person ?? (key ? null : personOf(known)),
      known: encryptedJson(key, knownPlace(customer.code, codeHash), known as Json),
      mappingId,
      seconds: sessionSeconds(customer.params, by),
    })
    return true
  })
  return opened ? code : undefined
}
