import { type ErrorEntry, isInputFault } from '@sportello/contract'
import type { ReactNode } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { Field } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { useWords } from '../../words.tsx'

interface TableFieldProps {
  label: string
  hint: ReactNode
  onRead: (table: string) => void
}

/** File input for a CSV file with a table of people. The browser reads the text of the file. */
export function TableField({ label, hint, onRead }: TableFieldProps) {
  return (
    <Field label={label} name="table" hint={hint}>
      {(control) => <FileInput {...control} accept="text/csv,.csv" onChoose={async (file) => onRead((await file?.text()) ?? '')} />}
    </Field>
  )
}

/** Lists the errors that the server found in an uploaded CSV table. Each error is shown with its row and column. */
export function TableFaults({ error }: { error: Error | null }) {
  const { t } = useWords()
  const faults: readonly ErrorEntry[] =
    error instanceof CallError ? error.errors.filter(({ data }) => data.params.length > 0 && !isInputFault(data.params[0])) : []
  if (faults.length === 0) return null
  const placeOf = (field = '') => {
    const [row = '', ...column] = field.split('.')
    return /^[1-9]/.test(row) ? [t('table_row', row), column.join('.')].filter(Boolean).join(', ') : ''
  }
  return (
    <section className="notice notice-danger" aria-label={t('table_faults')}>
      <ul className="plain-list faults">
        {faults.map(({ data }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one cell may have two errors with the same text
          <li key={at}>
            <strong>{placeOf(data.field)}</strong> {data.params[0]}
          </li>
        ))}
      </ul>
    </section>
  )
}
