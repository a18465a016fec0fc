import { useId, useState } from 'react'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { useProperty } from './use-property.ts'

/**
 * Fallback field for a property that has no editor control of its own: the author edits the JSON of the property.
 * Invalid JSON is not stored.
 */
export function JsonControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const [typed, setTyped] = useState<string | null>(null)
  const controlId = useId()
  const parsed = typed === null ? { value } : parse(typed)
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      <textarea
        id={controlId}
        className="control code"
        rows={6}
        spellCheck={false}
        readOnly={readOnly}
        aria-invalid={parsed === undefined || undefined}
        value={typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2))}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed === null || parsed === undefined) return
          set(parsed.value)
          setTyped(null)
        }}
      />
      {parsed === undefined && <p className="fault">{t('json_invalid')}</p>}
    </div>
  )
}

function parse(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
