import { useId } from 'react'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/** Field that edits a numeric property. If the author clears the field, the property is deleted. */
export function NumberControl({ id, path, label, readOnly }: ControlProps) {
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const controlId = useId()
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      <input
        id={controlId}
        className="control"
        type="number"
        step="any"
        readOnly={readOnly}
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) => set(target.value === '' || Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber, { typing: true })}
        onBlur={() => draft.settle()}
      />
    </div>
  )
}
