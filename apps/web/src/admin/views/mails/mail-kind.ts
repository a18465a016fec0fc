/** Returns the kind of a mail as it is used in the phrases' keys. */
export const kindOf = (kind: string) => (kind === 'success' || kind === 'recovery' || kind === 'desk' ? kind : 'validation')
