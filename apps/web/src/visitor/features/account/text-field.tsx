import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useAccountWords } from './account-words.ts'

interface TextFieldProps extends Pick<ComponentProps<'input'>, 'autoComplete' | 'maxLength' | 'type' | 'inputMode' | 'onKeyUp' | 'onBlur'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** Ids of additional elements that describe the text field. */
  describedBy?: string | undefined
  /** Error message of the text field. */
  message?: string | undefined
  /** Element at the end of the text field, such as a button. */
  end?: ReactNode
  hint?: string | undefined
  /** True if the label shows an asterisk, which marks mandatory fields. */
  marked?: boolean
}

/**
 * A text input with a label. If a password manager fills in the input before React hydrates the page, `onChange` is
 * called with that text.
 */
export function TextField({ label, value, onChange, describedBy, message, end, hint, marked = false, ...control }: TextFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = useRef(onChange)
  useEffect(() => {
    if (input.current?.value) take.current(input.current.value)
  }, [])
  const described = [describedBy, hint ? `${id}-hint` : undefined, message ? `${id}-error` : undefined].filter(Boolean).join(' ')
  return (
    <div className={message ? 'field field-invalid' : 'field'}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {marked && (
          <span className="required-mark" aria-hidden="true">
            *
          </span>
        )}
      </div>
      <div className="login-line">
        <input
          {...control}
          ref={input}
          id={id}
          className="control"
          required
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={message !== undefined || undefined}
          aria-describedby={described || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      <p id={`${id}-hint`} className="field-hint" hidden={!hint}>
        {hint}
      </p>
      <p id={`${id}-error`} className="field-error" hidden={!message}>
        {message}
      </p>
    </div>
  )
}

type PasswordFieldProps = Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'describedBy' | 'message' | 'onBlur'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field. A button shows the password, and a warning appears while Caps Lock is on. */
export function PasswordField({ label, ...field }: PasswordFieldProps) {
  const words = useAccountWords()
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const onKeyUp = (event: KeyboardEvent) => setCaps(event.getModifierState?.('CapsLock') ?? false)
  return (
    <TextField
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      maxLength={1_024}
      onKeyUp={onKeyUp}
      hint={caps ? words('maiuscole_attive') : undefined}
      end={
        <button
          type="button"
          className="button login-show"
          aria-label={words(shown ? 'nascondi_password_di' : 'mostra_password_di', label)}
          onClick={() => setShown(!shown)}
        >
          {words(shown ? 'nascondi_password' : 'mostra_password')}
        </button>
      }
    />
  )
}
