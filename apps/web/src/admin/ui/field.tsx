import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId } from 'react'
import { useWords } from '../words.tsx'

/** Server errors for the fields of a modal. The key is the name that the error gives for the field (`data.field`). */
export const FieldFaultsContext = createContext<Readonly<Record<string, string>>>({})

/**
 * Callback for a field that has a server error: the field passes its label to the modal. The modal then uses the label
 * in
 * its error message.
 */
export const FieldNamesContext = createContext<(name: string, label: string) => void>(() => {})

/** Returns the server's error for a field, and passes the field's label to the modal. */
function useRefusal(name: string, label: string): string | undefined {
  const refusal = use(FieldFaultsContext)[name]
  const tell = use(FieldNamesContext)
  useEffect(() => {
    if (refusal !== undefined) tell(name, label)
  }, [refusal, tell, name, label])
  return refusal
}

interface FieldProps {
  label: string
  /** Name of the field in the server's errors; also the `name` attribute of its control. */
  name: string
  hint?: ReactNode
  /** Error that the browser detected in the field. It takes precedence over the server's error. */
  fault?: string | undefined
  required?: boolean
}

/** Attributes that connect the control of a field to the field's label, hint and error. */
export interface ControlProps {
  id: string
  name: string
  required: boolean
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** Returns the id of a control's label. Controls that consist of several elements use this id to refer to the label. */
export const labelIdOf = (controlId: string) => `${controlId}-label`

/** Field of a modal: a control with its label, hint and error: `<Field label name>{(control) => <input {...control} …/>}</Field>`. */
export function Field({ label, name, hint, fault, required = false, children }: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { t } = useWords()
  const id = useId()
  const refusal = useRefusal(name, label)
  const shown = fault ?? refusal
  const described = [hint ? `${id}-hint` : '', shown ? `${id}-fault` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id} id={labelIdOf(id)}>
          {label}
        </label>
        {required && (
          <span className="required" aria-hidden="true">
            {t('required')}
          </span>
        )}
      </div>
      {children({ id, name, required, ...(described && { 'aria-describedby': described }), ...(shown && { 'aria-invalid': true }) })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {shown && (
        <p className="fault" id={`${id}-fault`}>
          {shown}
        </p>
      )}
    </div>
  )
}

type Changes<T> = { value: T; onChange: (value: T) => void }

export function TextField({
  label,
  name,
  hint,
  fault,
  required = false,
  value,
  onChange,
  ...input
}: FieldProps & Changes<string> & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'name' | 'required'>) {
  return (
    <Field {...{ label, name, hint, fault, required }}>
      {(control) => <input autoComplete="off" {...input} {...control} className="control" value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

export function AreaField({
  label,
  name,
  hint,
  fault,
  required = false,
  value,
  onChange,
  ...area
}: FieldProps & Changes<string> & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'name' | 'required'>) {
  return (
    <Field {...{ label, name, hint, fault, required }}>
      {(control) => <textarea rows={3} {...area} {...control} className="control" value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

export interface Choice {
  value: string
  label: string
}

export function SelectField({
  label,
  name,
  hint,
  fault,
  required = false,
  value,
  onChange,
  choices,
  ...select
}: FieldProps & Changes<string> & { choices: readonly Choice[] } & Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'name' | 'required'>) {
  return (
    <Field {...{ label, name, hint, fault, required }}>
      {(control) => (
        <select {...select} {...control} className="control" value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Checkbox field; with `isSwitch`, the field is shown as an on/off switch. */
export function CheckField({
  label,
  name,
  hint,
  fault,
  value,
  onChange,
  isSwitch = false,
  disabled,
}: Omit<FieldProps, 'required'> & Changes<boolean> & { isSwitch?: boolean; disabled?: boolean | undefined }) {
  const id = useId()
  const refusal = useRefusal(name, label)
  const shown = fault ?? refusal
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          {...(isSwitch && { role: 'switch', className: 'switch' })}
          name={name}
          disabled={disabled}
          checked={value}
          aria-describedby={hint || shown ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {(hint || shown) && (
        <p className={shown ? 'fault' : 'hint'} id={id}>
          {shown ?? hint}
        </p>
      )}
    </div>
  )
}
