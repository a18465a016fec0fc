import type { ShownChange, ShownChanges } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { useWords } from '../../words.tsx'

/**
 * Identifies a version of a definition: a version number, the live version, the draft, or the version for which an
 * operator requested publication (`asked`).
 */
export type VersionName = number | 'live' | 'draft' | 'asked'

/**
 * Loads the differences between two versions of a definition.
 * @param seen a value that changes with every change of the draft, so that the differences are loaded again
 */
export function useChanges(code: string, from: VersionName, to: VersionName, seen = '') {
  return useQuery({
    queryKey: ['changes', code, from, to, seen],
    queryFn: ({ signal }) => manage<ShownChanges>('GET', `/definitions/${encodeURIComponent(code)}/changes`, { query: { from, to }, signal }),
    gcTime: 0,
  })
}

/** List of the differences between two versions, described in words and grouped under the title of each step. */
export function ChangeList({ changes, total }: ShownChanges) {
  const { t, language } = useWords()
  const hidden = total - changes.length
  return (
    <>
      <ul className="plain-list change-list">
        {[...byStep(changes)].map(([step, all]) => (
          <li key={step}>
            <strong>{all[0]?.title}</strong>
            <ul>
              {all.map(({ field, text }) => (
                <li key={`${field ?? ''} ${text}`}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t('changes_more', new Intl.NumberFormat(language).format(hidden))}</p>}
    </>
  )
}

function byStep(changes: readonly ShownChange[]): Map<string, ShownChange[]> {
  const steps = new Map<string, ShownChange[]>()
  for (const change of changes) {
    const all = steps.get(change.step) ?? []
    // Shows identical lines only once: two changed texts in the same content block can have the same description.
    if (!all.some(({ field, text }) => field === change.field && text === change.text)) steps.set(change.step, [...all, change])
  }
  return steps
}
