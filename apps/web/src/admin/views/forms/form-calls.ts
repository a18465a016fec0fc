import type { AssetKind, ListedAsset, ShownForm, ShownMapping, TagForm } from '@sportello/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from '../../account.ts'
import { manage, manageWithHeaders } from '../../call.ts'

/** Number of forms on one page of the forms view. */
const FORMS_PAGE = 50
const FORMS = '/settings/forms'

export const formPath = (id: string, ...below: string[]) => [FORMS, ...[id, ...below].map(encodeURIComponent)].join('/')

/** Loads one page of the forms that match the filters, and the total number of matching forms. */
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

/**
 * Loads a form by its code, in the format of the list of forms. Returns undefined while the form is loading, or if it
 * does not exist.
 */
export function useFormByCode(code: string | undefined): ShownForm | undefined {
  return useQuery({
    queryKey: ['forms', 'by code', code],
    queryFn: ({ signal }) => manage<ShownForm[]>('GET', FORMS, { query: { code, page: 1, size: 500 }, signal }),
    enabled: code !== undefined,
    select: (forms) => forms.find(({ code_form }) => code_form === code),
  }).data
}

/** Loads one form by its id or code, including its pictures. Each time a modal opens, the form is loaded again. */
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

/**
 * Loads the assets of one kind (logo, favicon, background or texts) that a form can use. Not available to authors, who
 * may not list assets.
 */
export function useAssets(kind: AssetKind) {
  const may = usePermissions()
  return useQuery({
    queryKey: ['assets', kind],
    queryFn: ({ signal }) => manage<ListedAsset[]>('GET', '/assets', { query: { kind }, signal }),
    enabled: may.is('viewer'),
    staleTime: 60_000,
  })
}

/** Returns a function that reloads the lists of forms after a change. */
export function useRefresh(): (...keys: ('forms' | 'form' | 'assets' | 'mappings')[]) => Promise<unknown> {
  const queries = useQueryClient()
  return (...keys) => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
