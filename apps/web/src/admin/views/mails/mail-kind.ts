/** The kind of a mail as its phrases name it. */
export const kindOf = (kind: string) => (kind === 'success' || kind === 'recovery' || kind === 'desk' ? kind : 'validation')
