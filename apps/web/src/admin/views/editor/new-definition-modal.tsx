import type { ListedDefinition, StartingForm } from '@sportello/contract'
import type { ImportNote } from '@sportello/importers'
import type { EditorPhrases } from '@sportello/phrases/editor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaInput, SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { Field } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { showErrorToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { addressOf, newForm } from './address-of.ts'
import { nextFree, slugOf } from './codes.ts'
import { EditorWordsProvider, useEditorWords } from './editor-words.tsx'
import { type Look, LookFields } from './look-fields.tsx'
import { FORMATS, type Format, type NewDefinition, newDocument, STARTS, titleIn } from './new-definition.ts'
import './editor-controls.css'

interface ModalProps {
  definitions: readonly ListedDefinition[]
  onOpen: (code: string) => void
  onClose: () => void
}

/**
 * Modal in which an author creates a definition: empty, from a form template, as a copy of another definition, from a
 * pasted outline, or by importing a file from another product.
 */
export default function NewDefinitionModal(props: ModalProps) {
  return (
    <EditorWordsProvider>
      <Modal {...props} />
    </EditorWordsProvider>
  )
}

const CODE = /^[A-Za-z0-9_-]{1,64}$/

function Modal({ definitions, onOpen, onClose }: ModalProps) {
  const t = useEditorWords()
  const { t: shared, language } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  const gallery = useQuery({
    queryKey: ['gallery'],
    queryFn: ({ signal }) => manage<StartingForm[]>('GET', '/gallery', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [file, setFile] = useState<File | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const created = useRef<{ code: string; notes: readonly ImportNote[] } | null>(null)
  const [isRead, setIsRead] = useState(true)
  const [look, setLook] = useState<Look>({ access: 'FREE', hasAddress: true, color: undefined, logo: undefined })
  const draft = useEditForm<Omit<NewDefinition, 'file'>>(
    { code: '', title: '', from: 'blank', source: '', outline: '', format: 'xlsform' },
    ({ code, from, source, outline }) => ({
      code:
        code === '' ? '' : !CODE.test(code) ? t('start_code_wrong') : definitions.some(({ code_tag }) => code_tag === code) ? t('start_code_taken') : undefined,
      source: (from === 'gallery' || from === 'copy') && source === '' ? '' : undefined,
      outline: from === 'outline' && outline.trim() === '' ? '' : undefined,
    }),
  )
  const { from, ...values } = draft.watch()

  /** Derives a code from the title, unless the author has already typed a code. */
  function suggestCode(): void {
    const wanted = slugOf(values.title).replaceAll('_', '-')
    if (values.code !== '' || wanted === '') return
    const taken = new Set(definitions.map(({ code_tag }) => code_tag))
    draft.setValue('code', nextFree(taken, wanted), { shouldValidate: true, shouldDirty: true })
  }

  async function save(): Promise<void> {
    setFault(undefined)
    const { code } = values
    try {
      const { definition, notes } = await newDocument({ ...values, from, file })
      const form_params = from === 'gallery' || from === 'copy' ? definition.form_params : { ...definition.form_params, auth_type: [look.access] }
      await manage('PUT', `/definitions/${encodeURIComponent(code)}`, { body: { ...definition, form_params } })
      if (look.hasAddress) await addAddress(definition.tag_description)
      await queries.invalidateQueries({ queryKey: ['definitions'] })
      created.current = { code, notes }
    } catch (error) {
      const rejection = rejectionOf(error)
      if (rejection) setFault(t(`import_rejected_${rejection.code}` as keyof EditorPhrases, ...rejection.params))
      throw error
    }
  }

  /**
   * Creates the public URL of the new form, which becomes available after the first publication. If this fails, the new
   * definition remains, and the author can create the URL later.
   */
  async function addAddress(title: string): Promise<void> {
    try {
      await manage('POST', '/settings/forms', { body: newForm({ ...look, code: values.code, title, active: false }) })
      await queries.invalidateQueries({ queryKey: ['forms'] })
    } catch (error) {
      if (error instanceof Error) showErrorToast(t('start_no_address', messages(error).join(' ')))
    }
  }

  /** Closes the modal. If a definition was created, opens it. After an import with notes, first shows the notes. */
  function leave(): void {
    const { current } = created
    if (current && isRead && current.notes.length > 0) setIsRead(false)
    else {
      onClose()
      // A modal with unsaved changes blocks all navigation. Opens the definition only after the modal has closed.
      if (current) setTimeout(() => onOpen(current.code))
    }
  }

  if (!isRead && created.current) return <Notes notes={created.current.notes} onClose={leave} />
  return (
    <EditModal
      title={shared('form_new')}
      size="medium"
      form={draft}
      disabled={from === 'file' && !file}
      saveLabel={t('start_create')}
      save={save}
      done={t('start_created', values.code)}
      onClose={leave}
    >
      <TextInput label={t('start_name')} name="title" onBlur={suggestCode} />
      <TextInput label={t('start_code')} name="code" hint={t('start_code_hint', values.code === '' ? `${addressOf('')}…` : addressOf(values.code))} required />
      <SelectInput label={t('start_from')} name="from" choices={STARTS.map((value) => ({ value, label: t(`start_${value}`) }))} />
      {from === 'gallery' && (
        <SelectInput
          label={t('start_form')}
          name="source"
          required
          choices={[{ value: '', label: shared('choose') }, ...(gallery.data ?? []).map((form) => ({ value: form.name, label: titleIn(language, form) }))]}
        />
      )}
      {from === 'copy' && (
        <SelectInput
          label={t('start_definition')}
          name="source"
          required
          choices={[
            { value: '', label: shared('choose') },
            ...definitions.map(({ code_tag: value, description }) => ({ value, label: description ? `${description} (${value})` : value })),
          ]}
        />
      )}
      {from === 'outline' && <AreaInput label={t('start_outline_text')} name="outline" hint={t('start_outline_hint')} rows={10} required />}
      {from === 'file' && (
        <>
          <SelectInput
            label={t('start_format')}
            name="format"
            choices={(Object.keys(FORMATS) as Format[]).map((value) => ({ value, label: FORMATS[value] }))}
          />
          <Field label={t('start_upload')} name="file" fault={fault} required>
            {(control) => <FileInput {...control} accept=".xlsx,.json,application/json" onChoose={setFile} />}
          </Field>
        </>
      )}
      <LookFields look={look} asksAccess={from !== 'gallery' && from !== 'copy'} onChange={(part) => setLook({ ...look, ...part })} />
      {from === 'outline' && fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </EditModal>
  )
}

/**
 * Returns the reason why an importer rejected a file; undefined for other errors. Does not use `instanceof`, because
 * the
 * error's class belongs to a chunk that may not be loaded.
 */
function rejectionOf(error: unknown): { code: string; params: readonly string[] } | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('params' in error) || !Array.isArray(error.params))
    return undefined
  return { code: error.code, params: error.params }
}

/** Dialog that lists the parts of a source form that the import has changed or omitted. */
function Notes({ notes, onClose }: { notes: readonly ImportNote[]; onClose: () => void }) {
  const t = useEditorWords()
  return (
    <Dialog
      title={t('start_notes')}
      size="medium"
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {t('editor_open')}
        </Button>
      }
    >
      <ul className="import-notes">
        {notes.map(({ code, params, place }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <span className="code">{place}</span> {t(`import_note_${code}` as keyof EditorPhrases, ...params)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
