import { useState } from 'react'
import { manage } from '../../call.ts'
import { useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { TableFaults, TableField } from './table-field.tsx'

export interface TableResult {
  added: number
  changed: number
  left: number
  made?: { token: string; known: Record<string, string> }[]
}

interface TableModalProps {
  path: string
  hint: string
  onDone: (result: TableResult) => void
  onClose: () => void
}

/**
 * Modal in which the operator uploads a CSV table of people. If the table contains an error, the server imports no row
 * at all and returns every error.
 */
export function TableModal({ path, hint, onDone, onClose }: TableModalProps) {
  const { t } = useWords()
  const draft = useEditForm({ table: '' }, (now) => ({ table: now.table === '' ? '' : undefined }))
  const table = draft.watch('table')
  const [refusal, setRefusal] = useState<Error | null>(null)

  async function send(): Promise<void> {
    setRefusal(null)
    try {
      onDone(await manage<TableResult>('POST', path, { body: { table } }))
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  return (
    <EditModal title={t('table_upload')} form={draft} saveLabel={t('table_upload')} save={send} done={null} onClose={onClose}>
      <TableFaults error={refusal} />
      <TableField
        label={t('table_file')}
        hint={hint}
        onRead={(read) => {
          setRefusal(null)
          draft.setValue('table', read, { shouldDirty: true, shouldValidate: true })
        }}
      />
    </EditModal>
  )
}
