/** Returns the kind of a mail in the spelling that the phrases' keys use. */
export const kindOf = (kind: string) => (kind === 'success' || kind === 'recovery' || kind === 'desk' ? kind : 'validation')
