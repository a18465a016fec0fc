import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { manage, manageWithHeaders } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { type DocumentFault, DocumentFaults, documentFaults } from './document-faults.tsx'

const JsonEditorView = lazyPart(() => import('./json-editor/json-editor-view.tsx'), { fallback: <div className="css-editor json-editor" aria-busy="true" /> })

interface Loaded {
  text: string
  version: string
}

async function load(code: string, signal?: AbortSignal): Promise<Loaded> {
  const { data, headers } = await manageWithHeaders<object>('GET', `/definitions/${encodeURIComponent(code)}`, signal ? { signal } : {})
  return { text: JSON.stringify(data, null, 2), version: (headers.get('etag') ?? '').replaceAll(/^(?:W\/)?"|"$/g, '') }
}

/** Modal in which the operator edits the draft of a definition as a JSON document. */
export function DocumentModal({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useWords()
  const messages = useMessages()
  const source = useQuery({ queryKey: ['definition', code], queryFn: ({ signal }) => load(code, signal), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  if (source.data) return <Editor code={code} loaded={source.data} onClose={onClose} />
  return (
    <Dialog title={code} onDismiss={onClose} actions={null}>
      <p role="status">{source.error ? messages(source.error).join(' ') : t('loading')}</p>
    </Dialog>
  )
}

function Editor({ code, loaded, onClose }: { code: string; loaded: Loaded; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const draft = useEditForm({ document: loaded.text }, ({ document }) => {
    const wrong = faultOf(document)
    return { document: wrong === null ? undefined : t('definition_not_json', wrong) }
  })
  const { document: text } = draft.watch()
  const [version, setVersion] = useState(loaded.version)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const faults = useMemo(() => documentFaults(refusal), [refusal])

  async function save(): Promise<void> {
    setRefusal(null)
    try {
      await manage('PUT', `/definitions/${encodeURIComponent(code)}`, { body: JSON.parse(text), version })
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
    await queries.invalidateQueries({ queryKey: ['definitions'] })
  }

  return (
    <EditModal
      title={`${t('definition_edit')}: ${code}`}
      size="large"
      form={draft}
      save={save}
      done={t('saved', code)}
      reload={async () => {
        const now = await load(code)
        setVersion(now.version)
        return { subject: code, before: JSON.parse(loaded.text), now: JSON.parse(now.text) }
      }}
      onClose={onClose}
    >
      <DocumentFaults error={refusal} />
      <DocumentField value={loaded.text} faults={faults} />
    </EditModal>
  )
}

/** JSON editor for the document, connected to the modal's form as a field. */
function DocumentField({ value, faults }: { value: string; faults: readonly DocumentFault[] }) {
  const { t } = useWords()
  const hintId = useId()
  const { field, fieldState } = useController({ name: 'document' })
  const fault = fieldState.error?.message
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {t('definition_document')}
      </span>
      <JsonEditorView label={t('definition_document')} describedBy={hintId} value={value} onChange={field.onChange} faults={faults} />
      <p id={hintId} className={fault ? 'fault' : 'hint'}>
        {fault || t('definition_document_hint')}
      </p>
    </div>
  )
}

function faultOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : '{ }'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
