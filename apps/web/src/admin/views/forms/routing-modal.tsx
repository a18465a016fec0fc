import type { ShownForm, ShownMapping } from '@sportello/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { formPath, useMappings, useRefresh } from './form-calls.ts'

type Form = Pick<ShownForm, 'id' | 'code_form'>

const LEVELS = ['client', 'sub_client', 'sub_client2', 'sub_client3'] as const

/** Returns the name of a mapping: its levels (client and sub-clients) as one text, without empty levels. */
export const mappingName = (mapping: ShownMapping) => LEVELS.flatMap((level) => mapping[level] || []).join(' / ')

/** Modal that lists, adds and deletes a form's mappings (administrator specification, section 2: "Routing modal"). */
export function RoutingModal({ form, onClose }: { form: Form; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Routing
      form={form}
      frame={(content, add) => (
        <Dialog
          title={t('routing_title', form.code_form)}
          size="medium"
          onDismiss={onClose}
          actions={
            <>
              {add}
              <Button weight="primary" onClick={onClose}>
                {t('close')}
              </Button>
            </>
          }
        >
          {content}
        </Dialog>
      )}
    />
  )
}

interface RoutingProps {
  form: Form
  /**
   * Renders the list of mappings, either in a modal or on a page. `add` is the button that adds a mapping; operators
   * with
   * read-only access do not get it.
   */
  frame: (content: ReactNode, add: ReactNode) => ReactNode
}

/** List of a form's mappings, with buttons to add and delete them. */
export function Routing({ form, frame }: RoutingProps) {
  const { t } = useWords()
  const may = usePermissions()
  const messages = useMessages()
  const mappings = useMappings(form.id)
  const [doing, setDoing] = useState<'add' | ShownMapping | null>(null)
  const [gone, setGone] = useState<ShownMapping | null>(null)
  const end = () => setDoing(null)
  return (
    <>
      {frame(
        <>
          {gone && <Restore form={form} mapping={gone} onDone={() => setGone(null)} />}
          {mappings.error ? (
            messages(mappings.error).map((message) => <p key={message}>{message}</p>)
          ) : mappings.isPending ? (
            <p role="status">{t('loading')}</p>
          ) : mappings.data.length === 0 ? (
            <p>{t('routing_none')}</p>
          ) : (
            <MappingTable mappings={mappings.data} onDelete={may.change ? setDoing : undefined} />
          )}
        </>,
        may.change && <Button onClick={() => setDoing('add')}>{t('add')}</Button>,
      )}
      {doing === 'add' && <AddMapping form={form} onClose={end} />}
      {doing !== null && doing !== 'add' && <DeleteMapping form={form} mapping={doing} onGone={() => setGone(doing)} onClose={end} />}
    </>
  )
}

/**
 * Notice about a mapping that the operator has just deleted, with a button that adds the mapping again. The audit log
 * records both the deletion and the addition.
 */
function Restore({ form, mapping, onDone }: { form: Form; mapping: ShownMapping; onDone: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  const messages = useMessages()
  const button = useRef<HTMLButtonElement>(null)
  const restoring = useMutation({
    mutationFn: async () => {
      const levels = Object.fromEntries(LEVELS.map((level) => [level, mapping[level]]))
      await manage('POST', `${formPath(form.id, 'mapping')}/`, { body: { form_code: form.code_form, ...levels } })
      await refresh('mappings')
    },
    onSuccess() {
      // The button that the operator pressed disappears. Moves the focus to the last button of the dialog.
      button.current?.closest('.dialog')?.querySelector<HTMLElement>('.dialog-actions > :last-child')?.focus()
      onDone()
    },
  })
  return (
    <div className="notice" role="status">
      <p>
        <span>{t('deleted', mappingName(mapping))}</span>{' '}
        <button ref={button} type="button" className="link-button" disabled={restoring.isPending} onClick={() => restoring.mutate()}>
          {t('undo_delete')}
        </button>
      </p>
      {restoring.error && messages(restoring.error).map((message) => <p key={message}>{message}</p>)}
    </div>
  )
}

function MappingTable({ mappings, onDelete }: { mappings: readonly ShownMapping[]; onDelete: ((mapping: ShownMapping) => void) | undefined }) {
  const { t } = useWords()
  return (
    <div className="small-table">
      <table aria-label={t('routing')}>
        <thead>
          <tr>
            {LEVELS.map((level) => (
              <th key={level} scope="col">
                {level}
              </th>
            ))}
            {onDelete && <th scope="col">{t('actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {mappings.map((mapping) => (
            <tr key={mapping.id}>
              {LEVELS.map((level, at) => (
                <td key={level} data-label={level} id={at === 0 ? `mapping-${mapping.id}` : undefined}>
                  {mapping[level] || '--'}
                </td>
              ))}
              {onDelete && (
                <td>
                  <RowButton about={`mapping-${mapping.id}`} onClick={() => onDelete(mapping)}>
                    {t('delete')}
                  </RowButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const NO_LEVELS: Record<(typeof LEVELS)[number], string> = { client: '', sub_client: '', sub_client2: '', sub_client3: '' }

function AddMapping({ form, onClose }: { form: Form; onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  const draft = useEditForm(NO_LEVELS, ({ client }) => ({ client: client.trim() === '' ? '' : undefined }))
  const levels = draft.watch()
  async function save(): Promise<void> {
    await manage('POST', `${formPath(form.id, 'mapping')}/`, { body: { form_code: form.code_form, ...levels } })
    await refresh('mappings')
  }
  return (
    <EditModal title={t('routing_add_title', form.code_form)} saveLabel="OK" form={draft} save={save} done={t('saved', levels.client)} onClose={onClose}>
      {LEVELS.map((level) => (
        <TextInput
          key={level}
          label={level}
          name={level}
          hint={t(level === 'client' ? 'client_hint' : 'sub_client_hint')}
          required={level === 'client'}
          maxLength={256}
          {...(level === 'client' && { normalize: (text: string) => text.toLowerCase() })}
        />
      ))}
    </EditModal>
  )
}

function DeleteMapping({ form, mapping, onGone, onClose }: { form: Form; mapping: ShownMapping; onGone: () => void; onClose: () => void }) {
  const { t } = useWords()
  const refresh = useRefresh()
  async function remove(): Promise<void> {
    await manage('DELETE', formPath(form.id, 'mapping', mapping.id))
    await refresh('mappings')
    onGone()
  }
  return (
    <EditModal
      title={t('routing_delete_title')}
      saveLabel={t('delete')}
      danger
      save={remove}
      done={t('deleted', mappingName(mapping))}
      onClose={onClose}
      size="small"
    >
      <p>{t('routing_delete_text', mappingName(mapping), form.code_form)}</p>
    </EditModal>
  )
}
