import { CSS_COLOR } from './css-color.ts'
import type { InputComponent } from './define-input-part.ts'
import { groupAttributes } from './group-attributes.tsx'
import { optionsOf, type SelectSettings } from './inputs/select/definition.ts'

export interface ScaleKey {
  value: string | number
  label: string
  /** The author's colour of a slider's item. */
  color?: string | undefined
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
    const items = settings.items as readonly { key: string; value: string; color?: string }[]
    return items.length <= MAX_LABELLED_KEYS ? items.map(({ key, value, color }) => ({ value: key, label: value, color })) : null
  }
  const { min, max } = settings
  if (settings.input_type !== 'int' || typeof min !== 'number' || typeof max !== 'number') return null
  if (!Number.isInteger(min) || max <= min || max - min >= MAX_KEYS) return null
  return Array.from({ length: Math.floor(max - min) + 1 }, (_, at) => ({ value: min + at, label: String(min + at) }))
}

/**
 * Returns the keys with which a row of a matrix is answered: those of a scale, or the options of a select field. Returns
 * null if the question cannot be a row of a matrix.
 */
export function matrixKeysOf(settings: Readonly<Record<string, unknown>>): readonly ScaleKey[] | null {
  if (settings.input_type !== 'select' || settings.isButtons) return scaleKeysOf(settings)
  const options = optionsOf(settings.options as SelectSettings['options'])
  if (options.length < 2 || options.length > MAX_LABELLED_KEYS || options.some(({ icon }) => icon)) return null
  return options.map(({ key, value }) => ({ value: key, label: value }))
}

/**
 * A scale as a row of keys, which are radio buttons. In surveys it replaces the number field and the slider, and in a
 * matrix also the select field.
 */
export const ScaleKeys: InputComponent = (props) => {
  const keys = matrixKeysOf(props.settings) ?? []
  const numbers = typeof keys[0]?.value === 'number'
  return (
    <div
      {...groupAttributes(props)}
      role="radiogroup"
      className={numbers ? 'scale scale-numbers' : 'scale'}
      aria-required={props.required || undefined}
      aria-invalid={props.invalid || undefined}
    >
      {keys.map(({ value, label, color }) => {
        // A number that the visitor typed before a reload is kept as text.
        const checked = String(props.value ?? '') === String(value)
        return (
          <label key={value} className="scale-key" ref={(key) => key?.style.setProperty('--key-color', color && CSS_COLOR.test(color) ? color : 'transparent')}>
            <input
              type="radio"
              name={props.id}
              checked={checked}
              disabled={props.readOnly}
              onChange={() => props.onChange(value)}
              // A second press on the chosen key withdraws an optional answer, as emptying a text field does.
              onClick={() => checked && !props.required && props.onChange('')}
            />
            <span>{label}</span>
          </label>
        )
      })}
    </div>
  )
}
