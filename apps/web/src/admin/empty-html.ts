interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createHTML: (html: string) => string | null }) => void
}

/**
 * Allows scripts to empty an element with `innerHTML = ''`, as React Aria's live announcer does. The browser still
 * rejects every other string, unless a Trusted Types policy has created it.
 */
export function allowEmptyHtml(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) })
}
