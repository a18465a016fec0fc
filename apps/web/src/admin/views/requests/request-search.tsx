import { useDelayedText } from '../../ui/use-delayed-text.ts'
import type { Filters } from '../../ui/use-filters.ts'
import { useWords } from '../../words.tsx'

/** Number of characters that the server accepts in the search. */
const MAX_LENGTH = 200

/** Search field of the list of requests: by ticket, by e-mail address, and by the answers that authors chose. */
export function RequestSearch({ filters }: { filters: Filters }) {
  const { t } = useWords()
  const { typed, type, apply } = useDelayedText(filters.values.q ?? '', (text) => filters.set('q', text.trim()))
  return (
    <label className="inline-field request-search">
      {t('requests_search')}
      <input
        type="search"
        className="control"
        placeholder={t('requests_search_hint')}
        maxLength={MAX_LENGTH}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && apply(typed)}
      />
    </label>
  )
}
