import type { RememberedTranslation } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/** Maximum length in characters of a text for which the memory is asked. */
const MAX_ASKED = 2_000
/** Time for which the answer of the memory is kept. It changes only when a form is published. */
const KEPT_MS = 5 * 60_000

/**
 * Returns how published forms of the deployment translate a text or similar texts, the most similar first. Without an
 * answer of the server, nothing is offered.
 * @param isAsked true while the translator works on the text
 */
export function useOffers(source: string, { main, other }: { main: string; other: string }, isAsked: boolean): readonly RememberedTranslation[] {
  const { data } = useQuery({
    queryKey: ['translation-memory', main, other, source],
    enabled: isAsked && source.length <= MAX_ASKED && source.trim() !== '',
    staleTime: KEPT_MS,
    retry: false,
    queryFn: ({ signal }) =>
      manage<RememberedTranslation[]>('POST', '/translation-memory', { body: { from: main, to: other, text: source }, signal, background: true }),
  })
  return data ?? NONE
}

const NONE: readonly RememberedTranslation[] = []
