import type { InputComponent } from './define-input-part.ts'
import { groupAttributes } from './group-attributes.tsx'

interface ScaleKey {
  value: string | number
  label: string
}

/** Highest number of answers of a scale that are shown as keys: the eleven from 0 to 10. */
const MAX_KEYS = 11

/** Highest number of labelled answers of a slider that are shown as keys. */
const MAX_LABELLED_KEYS = 7

/**
 * Returns the keys for a question with a scale: a whole number between two limits, or a slider. Returns null if the
 * scale has too many answers for keys.
 */
export function scaleKeysOf(settings: Readonly<Record<string, unknown>>): readonly ScaleKey[] | null {
  if (settings.input_type === 'slider') {
    const items = settings.items as readonly { key: string; value: string }[]
    return items.length <= MAX_LABELLED_KEYS ? items.map(({ key, value }) => ({ value: key, label: value })) : null
  }
  const { min, max } = settings
  if (settings.input_type !== 'int' || typeof min !== 'number' || typeof max !== 'number') return null
  if (!Number.isInteger(min) || max <= min || max - min >= MAX_KEYS) return null
  return Array.from({ length: Math.floor(max - min) + 1 }, (_, at) => ({ value: min + at, label: String(min + at) }))
}

/** A scale as a row of keys, which are radio buttons. In surveys it replaces the number field and the slider. */
export const ScaleKeys: InputComponent = (props) => {
  const keys = scaleKeysOf(props.settings) ?? []
  const numbers = typeof keys[0]?.value === 'number'
  return (
    <div
      {...groupAttributes(props)}
      role="radiogroup"
      className={numbers ? 'scale scale-numbers' : 'scale'}
      aria-required={props.required || undefined}
      aria-invalid={props.invalid || undefined}
    >
      {keys.map(({ value, label }) => (
        <label key={value} className="scale-key">
          <input
            type="radio"
            name={props.id}
            // A number that the visitor typed before a reload is kept as text.
            checked={String(props.value ?? '') === String(value)}
            disabled={props.readOnly}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
