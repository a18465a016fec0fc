import { type ComponentProps, useId } from 'react'
import { useDraft } from '../use-draft.ts'
import { type Change, useChange, useProperty, useReadOnly } from './use-property.ts'

interface TextControlProps {
  id: string
  path: readonly string[]
  label: string
  hint?: string | undefined
  fault?: string | undefined
  /** True if clearing the field stores an empty text. Otherwise clearing the field deletes the property. */
  required?: boolean
  multiline?: boolean
  hideLabel?: boolean
  /** Called when the text field gets the focus. */
  onEnter?: () => void
  /** Returns changes of other properties that are made together with the typed text. */
  alsoChange?: (text: string) => readonly Change[]
}

/**
 * Field that edits a text property of a step or field. If the author clears the field, the property is deleted, or set
 * to an empty text if it is `required`. While the author types, the browser waits for a short pause before it sends the
 * text.
 */
export function TextControl({
  id,
  path,
  label,
  hint,
  fault,
  required = false,
  multiline = false,
  hideLabel = false,
  onEnter,
  alsoChange,
  ...rest
}: TextControlProps & Pick<ComponentProps<'input'>, 'placeholder' | 'className' | 'readOnly' | 'list' | 'onKeyDown' | 'onPaste'>) {
  const draft = useDraft()
  const { value } = useProperty(id, path)
  const change = useChange(id)
  const readOnly = useReadOnly(id, path, rest.readOnly === true)
  const controlId = useId()
  const text = value === undefined ? '' : String(value)
  const control = {
    ...rest,
    readOnly,
    id: controlId,
    className: `control ${rest.className ?? ''}`,
    value: text,
    'aria-describedby': hint || fault ? `${controlId}-hint` : undefined,
    'aria-invalid': fault !== undefined || undefined,
    onFocus: onEnter,
    onChange({ target: { value: typed } }: { target: { value: string } }) {
      change([{ path, value: typed === '' && !required ? undefined : typed }, ...(alsoChange?.(typed) ?? [])], { typing: true })
    },
    onBlur: () => draft.settle(),
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
