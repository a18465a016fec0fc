import type { DeskChoices } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'

const NONE: DeskChoices = { assignees: [], states: [], labels: [] }

/**
 * Returns the assignees, states and labels by which requests can be filtered; empty lists until they are loaded.
 * @param forms codes of forms whose own states and labels are returned too
 */
export function useDeskChoices(forms: readonly string[] = []): DeskChoices {
  const named = [...new Set(forms)].toSorted().join(',') || undefined
  const { data = NONE } = useQuery({
    queryKey: ['desk', named],
    queryFn: ({ signal }) => manage<DeskChoices>('GET', '/desk', { query: { forms: named }, signal, background: true }),
    staleTime: 30_000,
  })
  return data
}

/** Returns the name of an operator as lists show it: the person's name, or the user name if it is unknown. */
export function nameOf({ assignees }: DeskChoices, username: string): string {
  return assignees.find((each) => each.username === username)?.name || username
}
