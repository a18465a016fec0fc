import type { Home, ListedDefinition, ShownForm } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../../call.ts'

/** Loads what needs attention in one form, its requests of the last days and its latest changes; not for authors. */
export function useFormHome(code: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['home', code],
    queryFn: ({ signal }) => manage<Home>('GET', '/home', { query: { form: code }, signal }),
    enabled: isAllowed,
  })
}

/** Loads the state of a form's definition; null if the operator may not manage it, because other forms use it too, or if there is none. */
export function useDefinitionOf({ code_tag }: Pick<ShownForm, 'code_tag'>): ListedDefinition | null | undefined {
  return useQuery({
    queryKey: ['definitions'],
    queryFn: ({ signal }) => manage<ListedDefinition[]>('GET', '/definitions', { signal }),
    select: (definitions) => definitions.find((each) => each.code_tag === code_tag) ?? null,
  }).data
}
