import { useWords } from '../words.tsx'
import type { Filters } from './use-filters.ts'

/** From which day to which one, above a table. */
export function DayFilters({ filters }: { filters: Filters }) {
  const { t } = useWords()
  return (['from', 'to'] as const).map((name) => (
    <label key={name} className="inline-field">
      {t(`request_${name}`)}
      <input type="date" className="control" value={filters.values[name] ?? ''} onChange={(event) => filters.set(name, event.target.value)} />
    </label>
  ))
}
