import { inputError } from '../../platform/http/input-errors.ts'

/** Words that stand for the product: nobody's password is one of them with signs around it. The form's code and the person's own names come on top. */
const OF_THE_PRODUCT = ['sportello', 'assistenza', 'dashboard', 'operatore', 'amministratore', 'formulario', 'formular', 'operator', 'administrator']

/** Shorter ones stand in too many words by chance. */
const MIN_WORD = 4

/** Signs that people write for letters, and that who guesses tries first. */
const WRITTEN_FOR: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/** 49,000 passwords that were breached often, 1 MB: for who chooses one. */
const breached = async () => new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'].map(String))
let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is one that is tried first (NIST SP 800-63B, 3.1.1.2): among those that were breached often, as it is or without the digits and signs
 * around it and with signs read as letters; or a word of the context in the same way.
 * @param context names that belong to whom and what the password is for
 */
export async function isCommonPassword(password: string, context: readonly string[]): Promise<boolean> {
  known ??= breached()
  const passwords = await known
  const words = new Set([...OF_THE_PRODUCT, ...context.flatMap(wordsOf)])
  return readings(password).some((each) => passwords.has(each) || words.has(each))
}

/** The same for what an operator types. @throws ApiError forms_mgmt0001 */
export async function requireUncommon(password: string | undefined, context: readonly string[], field = 'password'): Promise<void> {
  if (password !== undefined && (await isCommonPassword(password, context))) throw inputError(field, 'common_password')
}

/** A name and its parts. */
function wordsOf(name: string): string[] {
  const whole = name.normalize('NFKC').toLowerCase()
  return [whole, whole.split('@')[0] ?? '', ...whole.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= MIN_WORD)
}

/** What a password comes down to: itself, and what is left of it without what people add to please the rules. */
function readings(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const bare = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = (text: string) => text.replaceAll(/[@431!0$57]/g, (sign) => WRITTEN_FOR[sign] ?? sign)
  // What is added at the end goes first: of "P@ssw0rd1" the last sign is no letter.
  const all = [plain, bare(plain), spelled(plain), spelled(bare(plain)), bare(spelled(plain)), spelled(plain.replace(/[^\p{L}]+$/u, ''))]
  return all.filter((each) => each.length >= MIN_WORD)
}
