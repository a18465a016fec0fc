import type { SecondFactor } from '@sportello/contract'
import { useId } from 'react'

interface FactorFieldProps {
  kind: SecondFactor
  label: string
  hint?: string
  value: string
  message: string | undefined
  onChange: (value: string) => void
}

/** Field for the second factor of a saved request: a word, or four digits. */
export function FactorField({ kind, label, hint, value, message, onChange }: FactorFieldProps) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, message === undefined ? '' : `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={message === undefined ? 'field' : 'field field-invalid'}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        <span className="required-mark" aria-hidden="true">
          *
        </span>
      </div>
      <input
        id={id}
        className="control"
        type="text"
        inputMode={kind === 'phone' ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={kind === 'phone' ? 4 : 100}
        required
        aria-invalid={message !== undefined || undefined}
        aria-describedby={described || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" role="alert">
        {message}
      </p>
    </div>
  )
}
