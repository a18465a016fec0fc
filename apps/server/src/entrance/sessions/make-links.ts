import type { KnownData } from '@sportello/contract'
import { knownData } from '@sportello/contract/schemas'
import { isEmailAddress } from '@sportello/fields'
import { sessionModeOf } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Json } from '../../platform/db/schema.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { isStorableJson } from '../../platform/http/json-limits.ts'
import { type Encryption, encryptedJson } from '../../platform/keys/rules.ts'
import { authTypesOf } from './admission.ts'
import { knownPlace, personOf } from './known-data.ts'
import { insertSession } from './queries.ts'
import { hashOfSessionCode, newSessionCode, sessionSeconds } from './session.ts'

/** A new personal link with its session code. Only the response to the creation contains the code. */
export interface PersonalLink {
  email: string
  url: string
}

/**
 * Error for a list of people that contains an invalid person. The message contains the position of the first invalid
 * person, counted from 1. The server has created no link.
 */
export class LinksRejected extends Error {}

/**
 * Creates a personal link with a single-use code for each person (access mode DYNAMIC, or invitations to a survey).
 * Creates either all links or none.
 * @param people the data of each person, with or without `email`
 * @param madeBy the operator who creates the links; null for the command line
 * @throws LinksRejected
 */
export async function makeLinks(
  { config, database, encryption }: { config: Pick<Config, 'publicUrl'>; database: Pick<Database, 'kysely'>; encryption: Pick<Encryption, 'key' | 'held'> },
  customer: Customer,
  people: readonly Readonly<Record<string, unknown>>[],
  madeBy: string | null = null,
): Promise<PersonalLink[]> {
  const listed = authTypesOf(customer.params)
  const mode = sessionModeOf(listed, 'SURVEY') ?? sessionModeOf(listed, 'DYNAMIC')
  if (!mode) throw new LinksRejected(`the form ${customer.code} has no personal links: it lists neither DYNAMIC nor SURVEY`)
  const checked = people.map((person, at) => {
    const known = knownData.safeParse(person)
    if (!known.success || !isStorableJson(person)) throw new LinksRejected(`person ${at + 1}: known data must be texts, numbers or lists of them`)
    const { email = '' } = known.data
    if (email !== '' && (typeof email !== 'string' || !isEmailAddress(email))) throw new LinksRejected(`person ${at + 1}: "${email}" is no e-mail address`)
    return { known: known.data as KnownData, email: String(email), code: newSessionCode() }
  })
  const current = await encryption.key(customer.code)
  await withCustomer(database.kysely, customer.code, async (db) => {
    const key = await encryption.held(db, customer.code, current)
    for (const { known, code } of checked) {
      const codeHash = hashOfSessionCode(code)
      await insertSession(db, {
        customerCode: customer.code,
        codeHash,
        authType: mode.authType,
        // The server stores the person's identifier in plain text only if the person's data is stored unencrypted too.
        // This rule applies to every session.
        person: key ? null : personOf(known),
        known: encryptedJson(key, knownPlace(customer.code, codeHash), known as Json),
        mappingId: null,
        seconds: sessionSeconds(customer.params, 'DYNAMIC'),
        link: { madeBy },
      })
    }
  })
  return checked.map(({ email, code }) => ({ email, url: `${config.publicUrl}/${customer.code}?${new URLSearchParams({ code })}` }))
}
