import { useId, useState } from 'react'
import { useDraft } from '../use-draft.ts'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/** Field that edits a list of texts. The author sees one text in which a separator divides the items. */
export function ListControl({ id, path, label, readOnly, separator, hint }: ControlProps & { separator: string; hint?: string }) {
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const stored = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
  const [typed, setTyped] = useState<string | null>(null)
  const controlId = useId()
  const items = (text: string) =>
    text
      .split(separator.trim() || separator)
      .map((each) => each.trim())
      .filter(Boolean)
  const shared = {
    id: controlId,
    className: 'control',
    readOnly,
    value: typed ?? stored.join(separator),
    'aria-describedby': hint ? `${controlId}-hint` : undefined,
    onBlur: () => {
      setTyped(null)
      draft.settle()
    },
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      const list = items(target.value)
      set(list.length === 0 ? undefined : list, { typing: true })
    },
  }
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      {separator === '\n' ? <textarea rows={2} {...shared} /> : <input autoComplete="off" {...shared} />}
      {hint && (
        <p className="hint" id={`${controlId}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
