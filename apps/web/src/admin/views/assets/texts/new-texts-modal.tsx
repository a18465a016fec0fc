import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { manage } from '../../../call.ts'
import { TextInput, useEditForm } from '../../../ui/edit-form.tsx'
import { EditModal } from '../../../ui/edit-modal.tsx'
import { useWords } from '../../../words.tsx'

/** The content of a new file: a JSON object without texts. */
const EMPTY = `data:application/json;base64,${btoa('{}\n')}`

/** Modal in which an operator begins a file of own texts. The file is stored without texts, and opened. */
export function NewTextsModal({ onOpen, onClose }: { onOpen: (name: string) => void; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const draft = useEditForm({ name: '' }, ({ name }) => ({ name: name === '' ? '' : undefined }))
  const { name } = draft.watch()
  const isMade = useRef(false)
  async function save(): Promise<void> {
    await manage('POST', '/assets', { body: { kind: 'custom_loc_strings', name, data_url: EMPTY } })
    isMade.current = true
    await queries.invalidateQueries({ queryKey: ['assets'] })
  }
  function close(): void {
    onClose()
    // A modal with unsaved changes blocks all navigation. Opens the file only after the modal has closed.
    if (isMade.current) setTimeout(() => onOpen(name))
  }
  return (
    <EditModal title={t('texts_new')} size="small" form={draft} save={save} done={null} onClose={close}>
      <p>{t('texts_new_hint')}</p>
      <TextInput label={t('asset_name')} name="name" required maxLength={128} hint={t('asset_name_hint')} />
    </EditModal>
  )
}
