import type { CopiedBranch } from './branch-copy.ts'

const KEY = 'editor:copied'

/**
 * The step or field that was copied last in this tab. The variable also stores branches that are too large for the
 * browser's storage.
 */
let last: CopiedBranch | undefined

/** Stores a copied step or field for this tab and, if it fits into the browser's storage, for other tabs. */
export function keepCopy(copied: CopiedBranch): void {
  last = copied
  try {
    localStorage.setItem(KEY, JSON.stringify(copied))
  } catch {
    localStorage.removeItem(KEY)
  }
}

/** Returns the step or field that was copied last in any tab; undefined if nothing was copied. */
export function lastCopy(): CopiedBranch | undefined {
  const stored = localStorage.getItem(KEY)
  if (stored === null) return last
  try {
    const copied = JSON.parse(stored) as Partial<CopiedBranch>
    // Another release may have stored the copied step in another format.
    return copied.kind && copied.branch?.form_fields && copied.branch.children ? (copied as CopiedBranch) : last
  } catch {
    return last
  }
}
