import { type ComponentType, useEffect } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, set, type UseFormReturn, useController, useForm } from 'react-hook-form'
import { AreaField, CheckField, SelectField, TextField } from './field.tsx'

/**
 * Error messages of a modal's fields, keyed by field name. An empty message means that a required field is still empty:
 * the operator cannot save, but the field shows no error.
 */
export type DraftFaults = Readonly<Record<string, string | undefined>>

/**
 * Creates the React Hook Form object for an `EditModal`. The operator cannot save while `faultsOf` returns an error.
 * The modal asks the operator before it discards changes.
 */
export function useEditForm<Draft extends FieldValues>(first: Draft, faultsOf: (draft: Draft) => DraftFaults = () => ({})): UseFormReturn<Draft> {
  const form = useForm<Draft>({
    defaultValues: first as DefaultValues<Draft>,
    mode: 'onChange',
    resolver(draft) {
      const errors: FieldErrors<Draft> = {}
      for (const [name, message] of Object.entries(faultsOf(draft))) if (message !== undefined) set(errors, name, { type: 'draft', message })
      return Object.keys(errors).length === 0 ? { values: draft, errors: {} } : { values: {}, errors }
    },
  })
  // Validates the initial values immediately, because they may be invalid from the start, for example the code of a
  // duplicated form.
  const { trigger } = form
  useEffect(() => void trigger(), [trigger])
  return form
}

interface FieldOfForm {
  name: string
  value: unknown
  onChange: (value: never) => void
  fault?: string | undefined
}

/**
 * Connects a field component to the surrounding React Hook Form. The component reads and writes the form value with the
 * field's name.
 */
function connected<Props extends FieldOfForm>(Field: ComponentType<Props>) {
  return function ConnectedField({ normalize, ...props }: Omit<Props, 'value' | 'onChange' | 'fault'> & { normalize?: (value: string) => string }) {
    const own = props as unknown as Props
    const { field, fieldState } = useController({ name: own.name })
    const change = (value: never) => field.onChange(normalize ? normalize(value) : value)
    return <Field {...own} value={field.value} onChange={change} fault={fieldState.error?.message || undefined} />
  }
}

export const TextInput = connected(TextField)
export const AreaInput = connected(AreaField)
export const SelectInput = connected(SelectField)
export const CheckInput = connected(CheckField)
