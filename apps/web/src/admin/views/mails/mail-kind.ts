/** Returns the kind of a mail as it is spelled in the keys of the phrases. */
export const kindOf = (kind: string) => (kind === 'success' || kind === 'recovery' || kind === 'desk' ? kind : 'validation')
