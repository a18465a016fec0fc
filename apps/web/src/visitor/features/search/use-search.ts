import { SEARCH_MIN_LENGTH, type SearchResult } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { useNavigation } from '../../navigation.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { noteVisit } from '../visit/visit-events.ts'

export type Scope = 'form' | 'here'
export type Searched = { phase: 'waiting' } | { phase: 'searching' } | { phase: 'done'; query: string; results: readonly SearchResult[] }

/**
 * Delay in milliseconds between the last key press and the search (visitor specification, section 9: input debounce).
 */
const DEBOUNCE_MS = 300

/** A query without results counts as such if the visitor does not go on typing for this time, in milliseconds. */
const UNFOUND_MS = 2_000

/**
 * Searches the form while the visitor types, and shows only the results of the latest query. If a search fails, the
 * list of results is empty: the page shows neither an error message (visitor specification, section 8) nor the text
 * "nothing found".
 */
export function useSearch(query: string, scope: Scope): Searched {
  const { config, chosen } = useCustomer()
  const { steps } = useNavigation().page
  const { language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [searched, setSearched] = useState<Searched>({ phase: 'waiting' })
  const start = scope === 'here' ? steps.at(-1)?.code_tag : (chosen?.code_tag ?? undefined)
  const wanted = query.trim()

  useEffect(() => {
    if (wanted.length < SEARCH_MIN_LENGTH) return setSearched({ phase: 'waiting' })
    setSearched((now) => (now.phase === 'done' ? now : { phase: 'searching' }))
    const stop = new AbortController()
    const timer = setTimeout(
      () =>
        api.search(config.form_code, { query: wanted, starting_tag: start }, stop.signal).then(
          (results) => stop.signal.aborted || setSearched({ phase: 'done', query: wanted, results }),
          () => stop.signal.aborted || setSearched({ phase: 'waiting' }),
        ),
      DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, start, api, config.form_code])
  const unfound = searched.phase === 'done' && searched.query === wanted && searched.results.length === 0 ? wanted : null
  useEffect(() => {
    if (unfound === null) return
    const timer = setTimeout(() => noteVisit({ kind: 'unfound', text: unfound }), UNFOUND_MS)
    return () => clearTimeout(timer)
  }, [unfound])
  return searched
}
