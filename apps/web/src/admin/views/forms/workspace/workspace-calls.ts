import type { Home, ListedDefinition, ShownForm } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../../call.ts'

/**
 * Loads the data of a form's overview: its problems, its requests of the last days and its latest changes. Authors
 * cannot
 * load them.
 */
export function useFormHome(code: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['home', code],
    queryFn: ({ signal }) => manage<Home>('GET', '/home', { query: { form: code }, signal }),
    enabled: isAllowed,
  })
}

/**
 * Loads the definition of a form with its current state. Null if the definition does not exist, or if the operator may
 * not manage it because other forms use it too.
 */
export function useDefinitionOf({ code_tag }: Pick<ShownForm, 'code_tag'>): ListedDefinition | null | undefined {
  return useQuery({
    queryKey: ['definitions'],
    queryFn: ({ signal }) => manage<ListedDefinition[]>('GET', '/definitions', { signal }),
    select: (definitions) => definitions.find((each) => each.code_tag === code_tag) ?? null,
  }).data
}
