import type { AssetKind, ListedAsset, ShownForm, ShownMapping, TagForm } from '@sportello/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { manage, manageWithHeaders } from '../../call.ts'

/** Forms on a page of the view. */
const FORMS_PAGE = 50
const FORMS = '/settings/forms'

export const formPath = (id: string, ...below: string[]) => [FORMS, ...[id, ...below].map(encodeURIComponent)].join('/')

/** A page of the forms that the filters find, and how many they find in all. */
export function useForms(page: number, filters: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: ['forms', page, filters],
    queryFn: async ({ signal }) => {
      const { data, headers } = await manageWithHeaders<ShownForm[]>('GET', FORMS, { query: { ...filters, page, size: FORMS_PAGE }, signal })
      return { forms: data, total: Number(headers.get('x-total-count') ?? data.length) }
    },
    placeholderData: keepPreviousData,
  })
}

/** One form whole, with its pictures; read anew whenever a modal opens. */
export function useForm(id: string | undefined) {
  return useQuery({
    queryKey: ['form', id],
    queryFn: ({ signal }) => manage<ShownForm>('GET', formPath(id ?? ''), { signal }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}

export function useTags() {
  return useQuery({ queryKey: ['tags'], queryFn: ({ signal }) => manage<TagForm[]>('GET', `${FORMS}/tags`, { signal }), staleTime: 60_000 })
}

export function useMappings(id: string) {
  return useQuery({ queryKey: ['mappings', id], queryFn: ({ signal }) => manage<ShownMapping[]>('GET', formPath(id, 'mapping'), { signal }), staleTime: 0 })
}

/** The assets of a kind that a form may name. */
export function useAssets(kind: AssetKind) {
  return useQuery({
    queryKey: ['assets', kind],
    queryFn: ({ signal }) => manage<ListedAsset[]>('GET', '/assets', { query: { kind }, signal }),
    staleTime: 60_000,
  })
}

/** Reads again what a change made old. */
export function useRefresh(): (...keys: ('forms' | 'assets' | 'mappings')[]) => Promise<unknown> {
  const queries = useQueryClient()
  return (...keys) => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
