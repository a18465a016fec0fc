import { keyedHash } from '../../platform/keys/rules.ts'

/** The two identifiers of a survey participant in the database. */
export interface SurveyPerson {
  /** Identifier of a survey participant, 33 bytes: a version byte and a hash keyed with the customer's key. */
  keyed: Buffer
  /**
   * The unkeyed hash of a survey participant, 32 bytes, which earlier releases stored. `keySurveyPeople` replaces it by
   * the keyed hash.
   */
  unkeyed: Buffer
}

const VERSION = Buffer.from([1])

/**
 * Derives the keyed hash of a survey participant from the unkeyed hash. The server can thus convert the rows of earlier
 * releases without knowing the participant.
 */
export function keyedPerson(key: Buffer, unkeyed: Buffer): SurveyPerson {
  return { unkeyed, keyed: Buffer.concat([VERSION, keyedHash(key, 'survey-person-v1', unkeyed)]) }
}
