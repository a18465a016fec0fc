import type { KnownData } from '@sportello/contract'
import { keyedHash } from '../../platform/keys/rules.ts'
import type { Levels } from './queries.ts'

/**
 * Matches an e-mail address, or an Italian tax code as a separate word. The database trigger
 * `mapping_log_without_person` uses the same pattern.
 */
const PERSONAL = /@|\b[a-z]{6}[0-9l-np-v]{2}[a-ehlmprst][0-9l-np-v]{2}[a-z][0-9l-np-v]{3}[a-z]\b/i
const SURNAMES = ['cognome', 'surname']
const GIVEN_NAMES = ['nome', 'name']

const wordsOf = (text: unknown) => (typeof text === 'string' ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [])

/**
 * Makes the four levels that identify a client safe for a log. Replaces each level that contains the person's e-mail
 * address, tax code or name by a keyed hash. Equal levels have equal hashes, so operators can recognise a returning
 * client.
 * @param known the person's data in the SSO message
 */
export function levelsWithoutPerson(secretKey: string, levels: Levels, known: KnownData = {}): Levels {
  const surnames = new Set(SURNAMES.flatMap((key) => wordsOf(known[key])))
  const names = new Set([...surnames, ...GIVEN_NAMES.flatMap((key) => wordsOf(known[key]))])
  const isPersonal = (level: string) => {
    const words = wordsOf(level)
    return PERSONAL.test(level) || words.some((word) => surnames.has(word)) || (words.length > 0 && words.every((word) => names.has(word)))
  }
  const kept = (level: string) =>
    isPersonal(level) ? `#${keyedHash(Buffer.from(secretKey), 'mapping-level-v1', level).subarray(0, 16).toString('hex')}` : level
  const [client, sub_client, sub_client2, sub_client3] = levels
  return [kept(client), kept(sub_client), kept(sub_client2), kept(sub_client3)]
}
