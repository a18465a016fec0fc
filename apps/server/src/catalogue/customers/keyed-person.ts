import { keyedHash } from '../../platform/keys/rules.ts'

/** A person of a survey as the database knows them. */
export interface SurveyPerson {
  /** 33 bytes: a version and a hash that is keyed by the customer's key. */
  keyed: Buffer
  /** 32 bytes: how rows of earlier releases know the same person, until `keySurveyPeople` has keyed them. */
  unkeyed: Buffer
}

const VERSION = Buffer.from([1])

/** Made from the hash without a key, so that older rows can be keyed though nobody knows any more whose they are. */
export function keyedPerson(key: Buffer, unkeyed: Buffer): SurveyPerson {
  return { unkeyed, keyed: Buffer.concat([VERSION, keyedHash(key, 'survey-person-v1', unkeyed)]) }
}
