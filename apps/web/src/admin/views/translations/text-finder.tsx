import type { RefObject } from 'react'
import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { TEXT_FILTERS, type TextFilter } from './listed-texts.ts'
import type { TextList } from './use-text-list.ts'

interface TextFinderProps {
  list: TextList
  counts: Readonly<Record<TextFilter, number>>
  field: RefObject<HTMLInputElement | null>
  /** Moves the focus to the first listed text. */
  onEnter: () => void
}

/** The filter of the texts and the search. */
export function TextFinder({ list: { filter, setFilter, search, setSearch, total }, counts, field, onEnter }: TextFinderProps) {
  const t = useEditorWords()
  const { language } = useWords()
  return (
    <>
      <select
        className="control control-short"
        aria-label={t('translation_filter')}
        value={filter}
        onChange={({ target }) => setFilter(target.value as TextFilter)}
      >
        {TEXT_FILTERS.map((each) => (
          <option key={each} value={each}>
            {t(`translation_filter_${each}`)} ({counts[each].toLocaleString(language)})
          </option>
        ))}
      </select>
      <input
        ref={field}
        type="search"
        className="control"
        aria-label={t('translation_search')}
        placeholder={t('translation_search')}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          // A search looks at all texts, not only at those that are to do.
          if (target.value !== '' && filter === 'open') setFilter('all')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onEnter()
        }}
      />
      <p role="status" className="visually-hidden">
        {search !== '' && t('translation_found', total.toLocaleString(language))}
      </p>
    </>
  )
}
