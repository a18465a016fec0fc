import type { ShownChange, ShownChanges } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { useWords } from '../../words.tsx'

/** A version of a definition: its number, the live one, the draft, or what a publication was asked for. */
export type VersionName = number | 'live' | 'draft' | 'asked'

/** Reads what differs between two versions of a definition. @param seen changes with the draft, so that its differences are read again */
export function useChanges(code: string, from: VersionName, to: VersionName, seen = '') {
  return useQuery({
    queryKey: ['changes', code, from, to, seen],
    queryFn: ({ signal }) => manage<ShownChanges>('GET', `/definitions/${encodeURIComponent(code)}/changes`, { query: { from, to }, signal }),
    gcTime: 0,
  })
}

/** Differences between two versions in words, below the title of their step. */
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
    // Two texts of one block may have the same name.
    if (!all.some(({ field, text }) => field === change.field && text === change.text)) steps.set(change.step, [...all, change])
  }
  return steps
}
