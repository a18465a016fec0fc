import { valueAt } from '@sportello/editing'
import { type ComponentProps, useId } from 'react'
import { useDraft, useNodePart } from '../use-draft.ts'

/** Returns a property of a node's content and a function that sets it. Empty texts are stored only for `required` properties; others are deleted. */
export function useProperty(id: string, path: readonly string[]) {
  const draft = useDraft()
  const value = useNodePart(id, (node) => valueAt(node?.content, path))
  function set(next: unknown, { typing = false } = {}): void {
    draft.edit([{ type: 'set', id, path: [...path], ...(next !== undefined && { value: next as never }) }], { typing })
  }
  return { value, set }
}

interface TextControlProps {
  id: string
  path: readonly string[]
  label: string
  hint?: string | undefined
  fault?: string | undefined
  /** Whether an empty text is stored; otherwise the property is deleted. */
  required?: boolean
  multiline?: boolean
  hideLabel?: boolean
  onSettle?: (text: string) => void
}

/** Field that edits a text property of a node. It is sent while the author types, after a short pause. */
export function TextControl({
  id,
  path,
  label,
  hint,
  fault,
  required = false,
  multiline = false,
  hideLabel = false,
  onSettle,
  ...rest
}: TextControlProps & Pick<ComponentProps<'input'>, 'placeholder' | 'className' | 'readOnly'>) {
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const controlId = useId()
  const text = value === undefined ? '' : String(value)
  const control = {
    ...rest,
    id: controlId,
    className: `control ${rest.className ?? ''}`,
    value: text,
    'aria-describedby': hint || fault ? `${controlId}-hint` : undefined,
    'aria-invalid': fault !== undefined || undefined,
    onChange: (event: { target: { value: string } }) => set(event.target.value === '' && !required ? undefined : event.target.value, { typing: true }),
    onBlur: () => {
      onSettle?.(text)
      draft.settle()
    },
  }
  return (
    <div className="field">
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {multiline ? <textarea rows={3} {...(control as ComponentProps<'textarea'>)} /> : <input autoComplete="off" {...(control as ComponentProps<'input'>)} />}
      {(fault ?? hint) && (
        <p className={fault ? 'fault' : 'hint'} id={`${controlId}-hint`}>
          {fault ?? hint}
        </p>
      )}
    </div>
  )
}
