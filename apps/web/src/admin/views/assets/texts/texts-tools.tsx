import { REPLACEABLE_GROUPS } from '@sportello/phrases/own-texts'
import { useWords } from '../../../words.tsx'
import { type Criteria, TEXT_FILTERS, type TextFilter } from './own-texts.ts'

interface TextsToolsProps {
  language: string
  onLanguage: (language: string) => void
  /** Number of own texts with faults by language; the empty code counts those for all languages. */
  faults: ReadonlyMap<string, number>
  /** Number of rows that each filter shows; undefined while the phrases are loading. */
  counts: Readonly<Record<TextFilter, number>> | undefined
  criteria: Criteria
  onCriteria: (criteria: Criteria) => void
}

/** Controls above the list of texts: the language, the filters and the search. */
export function TextsTools({ language, onLanguage, faults, counts, criteria, onCriteria }: TextsToolsProps) {
  const { t, languages, language: own } = useWords()
  const change = (part: Partial<Criteria>) => onCriteria({ ...criteria, ...part })
  const wrong = (code: string) => (faults.get(code) ?? 0) + (faults.get('') ?? 0)
  return (
    <div className="own-text-tools">
      <label>
        <span>{t('texts_language')}</span>
        <select className="control" value={language} onChange={({ target }) => onLanguage(target.value)}>
          {languages.map(({ code, label }) => (
            <option key={code} value={code}>
              {wrong(code) > 0 ? t('texts_language_faults', label, wrong(code).toLocaleString(own)) : label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('texts_filter')}</span>
        <select className="control" value={criteria.filter} onChange={({ target }) => change({ filter: target.value as TextFilter })}>
          {TEXT_FILTERS.map((filter) => (
            <option key={filter} value={filter}>
              {t(`texts_filter_${filter}`)}
              {counts && ` (${counts[filter].toLocaleString(own)})`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('texts_group')}</span>
        <select className="control" value={criteria.group} disabled={criteria.filter === 'unknown'} onChange={({ target }) => change({ group: target.value })}>
          <option value="">{t('texts_group_every')}</option>
          {REPLACEABLE_GROUPS.map((group) => (
            <option key={group} value={group}>
              {t(`texts_group_${group}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="own-text-search">
        <span>{t('texts_search')}</span>
        <input type="search" className="control" value={criteria.search} onChange={({ target }) => change({ search: target.value })} />
      </label>
    </div>
  )
}
