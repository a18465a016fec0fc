import { keyedHash } from '../../platform/keys/rules.ts'

/** The identifiers of a survey participant in the database. */
export interface SurveyPerson {
  /** Identifier of a survey participant, 33 bytes: a version and a hash keyed with the customer's key. */
  keyed: Buffer
  /** 32 bytes: the unkeyed hash that earlier releases stored, until `keySurveyPeople` replaces it. */
  unkeyed: Buffer
}

const VERSION = Buffer.from([1])

/** Derives the keyed hash from the unkeyed one, so that older rows can be converted without knowing the person. */
export function keyedPerson(key: Buffer, unkeyed: Buffer): SurveyPerson {
  return { unkeyed, keyed: Buffer.concat([VERSION, keyedHash(key, 'survey-person-v1', unkeyed)]) }
}
