import type { NewView, SavedView, ViewFilters } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'

const NONE: readonly SavedView[] = []

/** Returns the saved lists of requests: the operator's own first, then those that others share. */
export function useSavedViews(): readonly SavedView[] {
  const { data = NONE } = useQuery({
    queryKey: ['views'],
    queryFn: async ({ signal }) => (await manage<{ items: SavedView[] }>('GET', '/views', { signal, background: true })).items,
    staleTime: 30_000,
  })
  return data
}

/** Returns functions that change the saved lists, and then read them again. */
export function useChangeViews() {
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: ['views'] })
  return {
    /** Saves a list under a new name, or in place of the one with the id. */
    async save(view: NewView, id?: string): Promise<void> {
      await manage(id === undefined ? 'POST' : 'PUT', id === undefined ? '/views' : `/views/${id}`, { body: view })
      await changed()
    },
    async remove(id: string): Promise<void> {
      await manage('DELETE', `/views/${id}`)
      await changed()
    },
  }
}

const SAVED = ['list', 'form', 'state', 'desk', 'assignee', 'label', 'due_before', 'from', 'to'] as const
const DAYS: readonly string[] = ['due_before', 'from', 'to']
const TODAY = 'today'

/**
 * Returns the filters of an address as they are saved: without those that find one person, and with `today` for today's date,
 * so that a list of what is late stays one.
 */
export function savedFilters(values: Readonly<Record<string, string>>, today: string): ViewFilters {
  return Object.fromEntries(SAVED.flatMap((key) => (values[key] ? [[key, DAYS.includes(key) && values[key] === today ? TODAY : values[key]]] : [])))
}

/** Returns the filters of a saved list as they are in its address. */
export function shownFilters(filters: Readonly<Record<string, string>>, today: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, DAYS.includes(key) && value === TODAY ? today : value]))
}

/** Returns true if two lists have the same filters. */
export function isSameList(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([key, value]) => other[key] === value)
}
