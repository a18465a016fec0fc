import type { ComponentProps } from 'react'
import { useWords } from '../words.tsx'
import { ComboBox } from './combo-box.tsx'
import { type Choice, Field } from './field.tsx'

type SearchSelectProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  value: string
  onChange: (value: string) => void
  choices: readonly Choice[]
  busy?: boolean
  disabled?: boolean
}

/** Select field in which the operator can search the options. */
export function SearchSelect({ value, onChange, choices, busy = false, disabled = false, ...field }: SearchSelectProps) {
  const { t } = useWords()
  return (
    <Field {...field}>
      {(control) => (
        <ComboBox
          control={control}
          isDisabled={disabled}
          placeholder={t('combo_placeholder')}
          emptyText={t(busy ? 'loading' : 'combo_none')}
          defaultItems={choices}
          allowsEmptyCollection
          value={value === '' ? null : value}
          onChange={(key) => onChange(key === null ? '' : String(key))}
        />
      )}
    </Field>
  )
}
