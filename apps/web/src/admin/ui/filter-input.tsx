import { useEffect, useRef, useState } from 'react'
import { useWords } from '../words.tsx'
import type { Choice } from './field.tsx'

/**
 * Delay in milliseconds between the last key press in a table's text filter and its application (administrator
 * specification, section 9: "Filter debounce").
 */
const PAUSE_MS = 500

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
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Updates the text in the filter field when the filter's value changes elsewhere, for example when the operator
  // clears all filters.
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])

  function apply(next: string): void {
    applied.current = next
    onChange(next)
  }
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
      onChange={(event) => {
        const next = event.target.value
        setTyped(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(next), PAUSE_MS)
      }}
    />
  )
}
