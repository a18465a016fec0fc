import type { FormTest } from '@sportello/contract'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/** Returns the API path, relative to `/managements`, of a definition's recorded tests. */
export const formTestsPath = (code: string) => `/definitions/${encodeURIComponent(code)}/tests`

/**
 * Runs the recorded tests of a definition on its draft.
 * @param seen a value that changes with every change of the draft, so that the tests run again
 */
export function useFormTests(code: string, seen: string): UseQueryResult<FormTest[]> {
  return useQuery({ queryKey: ['form-tests', code, seen], queryFn: ({ signal }) => manage<FormTest[]>('GET', formTestsPath(code), { signal }), gcTime: 0 })
}

/** Returns a function that runs the displayed tests again. */
export function useRunAgain(code: string): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['form-tests', code] })
}

export const isFailing = ({ differs }: FormTest): boolean => differs.length > 0
