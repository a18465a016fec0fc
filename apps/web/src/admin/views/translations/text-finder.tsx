import type { TranslatedText } from '@sportello/editing'
import { type RefObject, useDeferredValue, useMemo } from 'react'
import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { countTexts, TEXT_FILTERS, type TextFilter, type TextRules } from './listed-texts.ts'
import type { TextList } from './use-text-list.ts'

interface TextFinderProps {
  list: TextList
  /** All texts of the form; undefined while only the first are known. */
  texts: readonly TranslatedText[] | undefined
  rules: TextRules
  field: RefObject<HTMLInputElement | null>
  /** Moves the focus to the first listed text. */
  onEnter: () => void
}

/** The filter of the texts, with the number of texts for each choice, and the search. */
export function TextFinder({ list: { filter, setFilter, search, setSearch, total }, texts, rules, field, onEnter }: TextFinderProps) {
  const t = useEditorWords()
  const { language } = useWords()
  // The numbers follow when the texts are on the screen. With 30,000 steps, counting takes a quarter of a second.
  const counted = useDeferredValue(texts, undefined)
  const counts = useMemo(() => counted && countTexts(counted, rules), [counted, rules])
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
            {t(`translation_filter_${each}`)}
            {counts && ` (${counts[each].toLocaleString(language)})`}
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
