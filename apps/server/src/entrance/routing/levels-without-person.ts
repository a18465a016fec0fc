import type { KnownData } from '@sportello/contract'
import { keyedHash } from '../../platform/keys/rules.ts'
import type { Levels } from './queries.ts'

/** An e-mail address, or a person's tax code as a word of its own. The trigger `mapping_log_without_person` knows the same. */
const PERSONAL = /@|\b[a-z]{6}[0-9l-np-v]{2}[a-ehlmprst][0-9l-np-v]{2}[a-z][0-9l-np-v]{3}[a-z]\b/i
const SURNAMES = ['cognome', 'surname']
const GIVEN_NAMES = ['nome', 'name']

const wordsOf = (text: unknown) => (typeof text === 'string' ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [])

/**
 * The levels of a client as a log keeps them: where one names the person of the message by an address, a tax code or a name, a keyed hash stands in its place.
 * The hash is the same each time, so that operators see that it is one client that comes again.
 * @param known what the message says of its person
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
