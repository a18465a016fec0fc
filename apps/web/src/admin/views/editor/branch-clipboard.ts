import type { CopiedBranch } from './branch-copy.ts'

const KEY = 'editor:copied'

/**
 * The step or field that the author copied most recently in this tab. This variable keeps it even if it is too large
 * for the browser's storage.
 */
let last: CopiedBranch | undefined

/** Stores a copied step or field for this tab. If it fits into the browser's storage, other tabs can paste it too. */
export function keepCopy(copied: CopiedBranch): void {
  last = copied
  try {
    localStorage.setItem(KEY, JSON.stringify(copied))
  } catch {
    localStorage.removeItem(KEY)
  }
}

/** Returns the step or field that the author copied most recently in any tab; undefined if nothing has been copied. */
export function lastCopy(): CopiedBranch | undefined {
  const stored = localStorage.getItem(KEY)
  if (stored === null) return last
  try {
    const copied = JSON.parse(stored) as Partial<CopiedBranch>
    // Another release of the editor may have stored the copy. If its format is unknown, ignores it.
    return copied.kind && copied.branch?.form_fields && copied.branch.children ? (copied as CopiedBranch) : last
  } catch {
    return last
  }
}
