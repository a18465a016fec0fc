import type { ShownForm } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { CheckField, Field } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'

interface ReachFieldProps {
  /** Codes of the forms that the operator can access; null means all forms. */
  value: string[] | null
  onChange: (value: string[] | null) => void
}

/** Field for the forms that an operator can access: either all forms, or a list of form codes. */
export function ReachField({ value, onChange }: ReachFieldProps) {
  const { t } = useWords()
  const listId = useId()
  const [code, setCode] = useState('')
  const { data: forms } = useQuery({
    queryKey: ['forms', 'matching', code],
    queryFn: ({ signal }) => manage<ShownForm[]>('GET', '/settings/forms', { query: { code, page: 1, size: 20 }, signal }),
    enabled: value !== null,
    placeholderData: (before) => before,
  })
  function add(): void {
    const wanted = code.trim()
    if (wanted !== '') onChange([...new Set([...(value ?? []), wanted])])
    setCode('')
  }
  return (
    <>
      <CheckField label={t('operator_all_forms')} name="all_customers" value={value === null} onChange={(all) => onChange(all ? null : [])} />
      {value !== null && (
        <Field label={t('operator_forms')} name="customers" hint={value.length === 0 ? t('operator_no_forms') : undefined}>
          {(control) => (
            <div className="chips">
              <div className="chips-input">
                <input
                  {...control}
                  className="control"
                  autoComplete="off"
                  list={listId}
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    add()
                  }}
                />
                <Button onClick={add}>{t('add')}</Button>
              </div>
              <datalist id={listId}>
                {forms?.map((form) => (
                  <option key={form.id} value={form.code_form}>
                    {form.description}
                  </option>
                ))}
              </datalist>
              <ul>
                {value.map((each) => (
                  <li key={each} className="badge">
                    {each}
                    <button type="button" className="chip-remove" aria-label={t('remove', each)} onClick={() => onChange(value.filter((one) => one !== each))}>
                      ×
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Field>
      )}
    </>
  )
}
