import { type ComponentType, useEffect } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, set, type UseFormReturn, useController, useForm } from 'react-hook-form'
import { AreaField, CheckField, SelectField, TextField } from './field.tsx'

/**
 * Error messages for the fields of an edited resource, by field name. An empty message marks a required field that is
 * still empty: the field blocks saving but shows no error.
 */
export type DraftFaults = Readonly<Record<string, string | undefined>>

/**
 * Returns the React Hook Form of an `EditModal`. The modal cannot be saved while `faultsOf` returns an error, and asks
 * the operator before it discards changes.
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
  // Validates the initial draft at once, because it may already be invalid, for example the code of a duplicate.
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

/** Connects a field to the surrounding React Hook Form by the field's name. */
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
