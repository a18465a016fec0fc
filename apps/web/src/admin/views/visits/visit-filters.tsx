import type { Visits } from '@sportello/contract'
import { type ReactNode, useId } from 'react'
import { useFilters } from '../../ui/use-filters.ts'
import { languageLabel, useWords } from '../../words.tsx'
import { type Comparison, versionOf } from './compare.ts'
import { PERIODS } from './period.ts'

interface VisitFiltersProps {
  days: number
  comparison: Comparison | null
  data: Visits | undefined
  children: ReactNode
}

/** The choices of the period, the version, the language and the comparison, which the address stores. */
export function VisitFilters({ days, comparison, data, children }: VisitFiltersProps) {
  const { t } = useWords()
  const { values, set } = useFilters()
  const choices = (from: readonly (string | number)[], chosen: string | null | undefined) => [...new Set([...from.map(String), ...(chosen ? [chosen] : [])])]
  const versions = data?.versions ?? []
  const others = versions.filter((version) => String(version) !== values.version)
  return (
    <div className="visit-filters">
      <Choice label={t('visits_period')} value={String(days)} onChange={(value) => set('days', value)}>
        {PERIODS.map((each) => (
          <option key={each} value={each}>
            {t('visits_last_days', String(each))}
          </option>
        ))}
      </Choice>
      <Choice label={t('visits_version')} value={values.version ?? ''} onChange={(value) => set('version', value)}>
        <option value="">{t('visits_all')}</option>
        {choices(versions, values.version).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Choice label={t('visits_language')} value={values.language ?? ''} onChange={(value) => set('language', value)}>
        <option value="">{t('visits_all')}</option>
        {choices(data?.languages ?? [], values.language).map((each) => (
          <option key={each} value={each}>
            {languageLabel(each)}
          </option>
        ))}
      </Choice>
      <Choice label={t('visits_compare')} value={comparison ?? ''} onChange={(value) => set('compare', value)}>
        <option value="">{t('visits_compare_none')}</option>
        <option value="before">{t('visits_compare_before')}</option>
        <option value="year">{t('visits_compare_year')}</option>
        {choices(others, comparison && versionOf(comparison)).map((each) => (
          <option key={each} value={`version-${each}`}>
            {`${t('visits_version')} ${each}`}
          </option>
        ))}
      </Choice>
      {children}
    </div>
  )
}

function Choice({ label, value, onChange, children }: { label: string; value: string; onChange: (value: string) => void; children: ReactNode }) {
  const id = useId()
  return (
    <div className="inline-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="control" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  )
}
