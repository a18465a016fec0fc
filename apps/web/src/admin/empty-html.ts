interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createHTML: (html: string) => string | null }) => void
}

/**
 * Allows scripts of the page to empty an element with `innerHTML = ''`, as React Aria's live announcer does. The
 * browser still rejects every other string that no Trusted Types policy has created.
 */
export function allowEmptyHtml(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) })
}
