import type { ShownForm } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/**
 * A list that belongs to a form: accounts, login tokens, personal links or partner credentials. The value is also the
 * list's segment in the URL path.
 */
export type PeopleList = 'accounts' | 'tokens' | 'links' | 'credentials'

export type PeopleForm = Pick<ShownForm, 'id' | 'code_form' | 'auth_type'>

/**
 * Returns the API path (relative to `/managements`) below a form: of its list of accounts, tokens, links or
 * credentials, or
 * of one item in the list.
 */
export const belowForm = (form: PeopleForm, ...below: string[]) => ['/settings/forms', ...[form.id, ...below].map(encodeURIComponent)].join('/')

/**
 * Loads suggestions for the field in which the operator chooses a form: a few forms whose code contains the typed text.
 */
export function useMatchingForms(code: string) {
  return useQuery({
    queryKey: ['forms', 'matching', code],
    queryFn: ({ signal }) => manage<ShownForm[]>('GET', '/settings/forms', { query: { code, page: 1, size: 20 }, signal }),
    placeholderData: (before) => before,
  })
}

/** Loads the form with the given code; null if the form does not exist or the operator may not access it. */
export function useFormOf(code: string | null) {
  return useQuery({
    queryKey: ['forms', 'of', code],
    queryFn: async ({ signal }) => {
      const found = await manage<ShownForm[]>('GET', '/settings/forms', { query: { code: code ?? '', page: 1, size: 50 }, signal })
      return found.find(({ code_form }) => code_form === code) ?? null
    },
    enabled: code !== null,
  })
}

/** Returns a function that reloads one of the form's lists (accounts, tokens, links or credentials) after a change. */
export function useRefreshPeople(): (what: PeopleList) => Promise<void> {
  const queries = useQueryClient()
  return (what) => queries.invalidateQueries({ queryKey: [what] })
}
