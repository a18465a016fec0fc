import { type FormField, isQuestion } from '@sportello/contract'
import { matrixKeysOf, type ScaleKey, ScaleKeys } from '@sportello/fields/scale'
import type { ReactNode } from 'react'
import { ScaleContext } from '../wizard/scale.ts'

/** Lowest number of questions with the same scale that become a matrix. */
const MIN_ROWS = 3

/**
 * Groups the fields of a card. Consecutive questions with the same scale become one group, which the card shows as a
 * matrix: one scale over several items. Every other field is a group of its own.
 */
export function matrixGroups(fields: readonly FormField[]): (readonly FormField[])[] {
  const groups: FormField[][] = []
  let scale: string | null = null
  for (const field of fields) {
    const own = scaleOf(field)
    const last = groups.at(-1)
    if (last && own !== null && own === scale) last.push(field)
    else groups.push([field])
    scale = own
  }
  return groups.flatMap((group) => (group.length >= MIN_ROWS ? [group] : group.map((field) => [field])))
}

/** Returns the scale of a question as text, for comparison; null if the field cannot be a row of a matrix. */
function scaleOf(field: FormField): string | null {
  if (!isQuestion(field) || field.hidden || field.info_text) return null
  const { default_value: settings } = field.value
  const keys = matrixKeysOf(settings)
  return keys && JSON.stringify([settings.input_type, keys])
}

const EVERY_ROW = { fits: () => true, Keys: ScaleKeys }

/**
 * Questions with the same scale as a matrix. Each row is a group of radio buttons of its own, with its question and the
 * names of its answers. Wide screens show these names once, above the columns; narrow ones show the first and the last
 * name of each row.
 */
export function Matrix({ group, children }: { group: readonly FormField[]; children: ReactNode }) {
  const [first] = group
  const keys: readonly ScaleKey[] = (first && isQuestion(first) && matrixKeysOf(first.value.default_value)) || []
  return (
    <ScaleContext value={EVERY_ROW}>
      <div className="matrix">
        <div className="matrix-head" aria-hidden="true">
          <div className="matrix-names">
            {keys.map(({ value, label }) => (
              <span key={value}>{label}</span>
            ))}
          </div>
        </div>
        {children}
      </div>
    </ScaleContext>
  )
}
