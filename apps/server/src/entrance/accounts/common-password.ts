import { inputError } from '../../platform/http/input-errors.ts'

/**
 * Words of the product. The server rejects a password that consists of such a word, of the form's code or of the
 * person's names.
 */
const OF_THE_PRODUCT = ['sportello', 'assistenza', 'dashboard', 'operatore', 'amministratore', 'formulario', 'formular', 'operator', 'administrator']

/**
 * Minimum length of the words that the server checks. Shorter words are ignored, because too many passwords contain
 * them by chance.
 */
const MIN_WORD = 4

/**
 * Maps a character to the letter that it resembles, such as "@" to "a". People use such characters instead of letters,
 * and guessing tools try these substitutions first.
 */
const WRITTEN_FOR: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/**
 * Loads the list of 49,000 passwords from data breaches (1 MB) only when it is needed: when a person chooses a
 * password.
 */
const breached = async () => new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'].map(String))
let known: Promise<ReadonlySet<string>> | undefined

/**
 * Returns true if a password is easy to guess (NIST SP 800-63B, 3.1.1.2): it occurs in a list of breached passwords, or
 * it is one of the words in `context`. Compares the password as typed, without digits and signs at its start and end,
 * and with signs replaced by the letters that they resemble.
 * @param context names of the person, the form and the product
 */
export async function isCommonPassword(password: string, context: readonly string[]): Promise<boolean> {
  known ??= breached()
  const passwords = await known
  const words = new Set([...OF_THE_PRODUCT, ...context.flatMap(wordsOf)])
  return readings(password).some((each) => passwords.has(each) || words.has(each))
}

/** Rejects an operator's new password if it is easy to guess. @throws ApiError forms_mgmt0001 */
export async function requireUncommon(password: string | undefined, context: readonly string[], field = 'password'): Promise<void> {
  if (password !== undefined && (await isCommonPassword(password, context))) throw inputError(field, 'common_password')
}

/** Splits the name of a person or form into words. @returns the whole name and each of its words */
function wordsOf(name: string): string[] {
  const whole = name.normalize('NFKC').toLowerCase()
  return [whole, whole.split('@')[0] ?? '', ...whole.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= MIN_WORD)
}

/**
 * Returns the variants of a password that are compared with known passwords: the password as typed, without the digits
 * and signs that people add to satisfy password rules, and with signs replaced by the letters that they resemble.
 */
function readings(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const bare = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = (text: string) => text.replaceAll(/[@431!0$57]/g, (sign) => WRITTEN_FOR[sign] ?? sign)
  // First removes the digits and signs at the end of a password, then replaces signs by letters. In the other order,
  // the 1 at the end of "P@ssw0rd1" would become a letter.
  const all = [plain, bare(plain), spelled(plain), spelled(bare(plain)), bare(spelled(plain)), spelled(plain.replace(/[^\p{L}]+$/u, ''))]
  return all.filter((each) => each.length >= MIN_WORD)
}
