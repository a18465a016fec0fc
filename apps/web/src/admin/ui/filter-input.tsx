import { useWords } from '../words.tsx'
import type { Choice } from './field.tsx'
import { useDelayedText } from './use-delayed-text.ts'

interface FilterInputProps {
  header: string
  choices: readonly Choice[] | undefined
  finds: 'contains' | 'begins' | 'equals'
  value: string
  onChange: (value: string) => void
}

/** Filter of a table column. A drop-down filter applies at once; a text filter applies after a pause in typing. */
export function FilterInput({ header, choices, finds, value, onChange }: FilterInputProps) {
  const { t } = useWords()
  const { typed, type, apply } = useDelayedText(value, onChange)
  const label = t('filter_column', header)
  if (choices)
    return (
      <select className="control control-filter" aria-label={label} value={value} onChange={(event) => apply(event.target.value)}>
        <option value="">{t('filter_all')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      type="search"
      className="control control-filter"
      aria-label={label}
      placeholder={t(`filter_${finds}`)}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}
