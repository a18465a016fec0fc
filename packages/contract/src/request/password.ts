/** Minimum length of a password, in characters (visitor specification, section 9). */
export const PASSWORD_MIN_LENGTH = 8

/**
 * Rules for new passwords (visitor specification, section 5), in the order in which the page shows them. Letters and
 * digits of all scripts count.
 */
export const PASSWORD_RULES = {
  password_lunghezza: (password: string) => [...password].length >= PASSWORD_MIN_LENGTH,
  password_minuscola: (password: string) => /\p{Ll}/u.test(password),
  password_maiuscola: (password: string) => /\p{Lu}/u.test(password),
  password_cifra: (password: string) => /\p{Nd}/u.test(password),
  password_speciale: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const

export type PasswordFault = keyof typeof PASSWORD_RULES

/** Returns the rules that a new password violates. The list is empty if the password is valid. */
export function passwordFaults(password: string): PasswordFault[] {
  return (Object.keys(PASSWORD_RULES) as PasswordFault[]).filter((rule) => !PASSWORD_RULES[rule](password))
}
