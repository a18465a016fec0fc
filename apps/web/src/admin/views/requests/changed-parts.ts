import type { DeskEntry, ListedRequest } from '@sportello/contract'
import { useWords } from '../../words.tsx'

/** What an operator changed of a request, and when. */
export type RowChange = NonNullable<ListedRequest['changed']>

const LABELS = {
  state: 'desk_state',
  assignee: 'desk_assignee',
  due_on: 'desk_due',
  labels: 'desk_labels',
  note: 'desk_note',
  merged: 'merge',
  absorbed: 'merge',
  withdrawn: 'requester_withdrew',
} as const satisfies Record<DeskEntry['kind'], string>

/** Returns a function that names the parts of a request that were changed. */
export function useChangedParts(): (kinds: readonly DeskEntry['kind'][]) => string {
  const { t } = useWords()
  return (kinds) => [...new Set(kinds)].map((kind) => t(LABELS[kind])).join(', ')
}
