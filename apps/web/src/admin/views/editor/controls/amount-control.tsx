import { useId, useState } from 'react'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useChange, useProperty } from './use-property.ts'

/**
 * The units in which an author can enter a duration or size. They are grouped by the unit in which the value is stored.
 * The
 * number of each unit says how many stored units it contains.
 */
const UNITS = {
  seconds: { seconds: 1, minutes: 60, hours: 3_600 },
  hours: { hours: 1, days: 24 },
  days: { days: 1, years: 365 },
  kilobytes: { kilobytes: 1, megabytes: 1_024 },
} as const

export type StoredUnit = keyof typeof UNITS

interface AmountControlProps extends ControlProps {
  unit: StoredUnit
  /** Paths of other form properties that always get the same value as this field. */
  mirrors?: readonly (readonly string[])[]
}

/**
 * Field for a duration or size, consisting of a number and a unit. The author chooses the unit of the input; the stored
 * value is always in `unit`.
 */
export function AmountControl({ id, path, label, readOnly, unit, mirrors = [] }: AmountControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { value } = useProperty(id, path)
  const change = useChange(id)
  const set = (next: number | undefined, options?: { typing?: boolean }) =>
    change(
      [path, ...mirrors].map((each) => ({ path: each, value: next })),
      options,
    )
  const controlId = useId()
  const units = Object.entries(UNITS[unit])
  const [chosen, setChosen] = useState<string | null>(null)
  const stored = typeof value === 'number' ? value : undefined
  const whole = units.findLast(([, size]) => stored !== undefined && stored % size === 0)?.[0]
  const shown = chosen ?? whole ?? unit
  const size = units.find(([name]) => name === shown)?.[1] ?? 1
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      <div className="amount-parts">
        <input
          id={controlId}
          className="control"
          type="number"
          min={0}
          step="any"
          readOnly={readOnly}
          value={stored === undefined ? '' : String(stored / size)}
          onChange={({ target }) => {
            // Keeps the displayed unit while the author types the number. Otherwise, for example, the text "365" in
            // days would turn into one year during typing.
            setChosen(shown)
            set(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber * size, { typing: true })
          }}
          onBlur={() => draft.settle()}
        />
        <select
          className="control"
          aria-label={t('amount_unit', label)}
          disabled={readOnly}
          value={shown}
          onChange={({ target }) => {
            const next = units.find(([name]) => name === target.value)?.[1] ?? 1
            setChosen(target.value)
            // If the author chooses another unit, the displayed number stays the same, so the stored value changes.
            if (stored !== undefined) set((stored / size) * next)
          }}
        >
          {units.map(([name]) => (
            <option key={name} value={name}>
              {t(`unit_${name as 'days'}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
