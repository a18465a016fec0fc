import type { ShownForm } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/** What lets people in to a form, by its name below the form's address. */
export type PeopleList = 'accounts' | 'tokens' | 'links' | 'credentials'

export type PeopleForm = Pick<ShownForm, 'id' | 'code_form' | 'auth_type'>

/** The address of something below a form. */
export const belowForm = (form: PeopleForm, ...below: string[]) => ['/settings/forms', ...[form.id, ...below].map(encodeURIComponent)].join('/')

/** Forms whose code contains a text; a few, to choose from. */
export function useMatchingForms(code: string) {
  return useQuery({
    queryKey: ['forms', 'matching', code],
    queryFn: ({ signal }) => manage<ShownForm[]>('GET', '/settings/forms', { query: { code, page: 1, size: 20 }, signal }),
    placeholderData: (before) => before,
  })
}

/** The form of a code; null where there is none in reach. */
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

/** Reads again what a change made old. */
export function useRefreshPeople(): (what: PeopleList) => Promise<void> {
  const queries = useQueryClient()
  return (what) => queries.invalidateQueries({ queryKey: [what] })
}
