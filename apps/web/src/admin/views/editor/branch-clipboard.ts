import type { CopiedBranch } from './branch-copy.ts'

const KEY = 'editor:copied'

/** What was copied last in this tab. It also holds branches that are too large for the browser's storage. */
let last: CopiedBranch | undefined

/** Keeps a copied step or field for this tab and, if the browser's storage takes it, for the other tabs. */
export function keepCopy(copied: CopiedBranch): void {
  last = copied
  try {
    localStorage.setItem(KEY, JSON.stringify(copied))
  } catch {
    localStorage.removeItem(KEY)
  }
}

/** Returns what was copied last, in whichever tab; undefined if nothing was. */
export function lastCopy(): CopiedBranch | undefined {
  const stored = localStorage.getItem(KEY)
  if (stored === null) return last
  try {
    const copied = JSON.parse(stored) as Partial<CopiedBranch>
    // A release may store copies in another form.
    return copied.kind && copied.branch?.form_fields && copied.branch.children ? (copied as CopiedBranch) : last
  } catch {
    return last
  }
}
