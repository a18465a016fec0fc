import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { Field } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'
import { DocumentFaults } from './document-faults.tsx'

/**
 * Modal that imports a form bundle from a file. If the bundle contains an error, the server imports nothing and returns
 * every error.
 */
export function BundleModal({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords()
  const queries = useQueryClient()
  const [document, setDocument] = useState<object | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<Error | null>(null)

  async function read(file: File | undefined): Promise<void> {
    setRefusal(null)
    setDocument(null)
    setWrong(undefined)
    if (!file) return
    try {
      setDocument(JSON.parse(await file.text()) as object)
    } catch (error) {
      setWrong(t('definition_not_json', error instanceof Error ? error.message : ''))
    }
  }

  async function send(): Promise<void> {
    setRefusal(null)
    try {
      const lines = await manage<{ change: string }[]>('POST', '/bundle', { body: document })
      const count = (change: string) => lines.filter((line) => line.change === change).length.toLocaleString(language)
      showToast(t('bundle_done', count('added'), count('changed'), count('left')))
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
    await queries.invalidateQueries()
  }

  return (
    <EditModal
      title={t('bundle_upload')}
      size="medium"
      changed={document !== null}
      disabled={document === null}
      saveLabel={t('bundle_upload')}
      save={send}
      done={null}
      onClose={onClose}
    >
      <DocumentFaults error={refusal} />
      <Field label={t('bundle_file')} name="bundle" hint={t('bundle_hint')} fault={wrong}>
        {(control) => <FileInput {...control} accept="application/json,.json" onChoose={(file) => void read(file)} />}
      </Field>
    </EditModal>
  )
}
