import type { ShownForm } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showErrorToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { formPath, useRefresh } from '../forms/form-calls.ts'
import { draftOf, sentOf } from '../forms/form-draft.ts'
import { addressOf, newForm } from './address-of.ts'
import { EditorWordsProvider, useEditorWords } from './editor-words.tsx'
import { FormAddress } from './form-address.tsx'

/**
 * Maximum number of forms whose public URL the dialog shows. There must be a limit, because hundreds of organisations
 * may use the same definition.
 */
const SHOWN = 10

interface PublishedDialogProps {
  /** Code of the published definition. */
  code: string
  title: string
  onClose: () => void
}

/**
 * Dialog that shows the public URLs of the forms that use a definition. Each URL has a QR code and the HTML that embeds
 * the form in another website.
 */
export default function PublishedDialog(props: PublishedDialogProps) {
  return (
    <EditorWordsProvider>
      <Addresses {...props} />
    </EditorWordsProvider>
  )
}

function Addresses({ code, title, onClose }: PublishedDialogProps) {
  const t = useEditorWords()
  const { t: shared } = useWords()
  const messages = useMessages()
  const may = usePermissions()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)
  const source = useQuery({
    queryKey: ['forms', 'of', code],
    // Filters the result, because the server returns every form whose code contains the searched code, not only the
    // exact match.
    queryFn: async ({ signal }) =>
      (await manage<ShownForm[]>('GET', '/settings/forms', { query: { tag: code }, signal })).filter((form) => form.code_tag === code),
  })
  const forms = source.data ?? []
  async function change(call: Promise<unknown>): Promise<void> {
    setIsBusy(true)
    try {
      await call
      await refresh('forms')
    } catch (error) {
      if (error instanceof Error) showErrorToast(messages(error).join(' '))
    } finally {
      setIsBusy(false)
    }
  }
  const goOnline = (form: ShownForm) => manage('PUT', formPath(form.id), { body: sentOf({ ...draftOf(form, 'edit'), active: true }), version: form.version })
  return (
    <Dialog
      title={t('address_title')}
      size="medium"
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {shared('close')}
        </Button>
      }
    >
      {source.isPending && <p role="status">{shared('loading')}</p>}
      {source.error && <p role="alert">{messages(source.error).join(' ')}</p>}
      {source.data && forms.length === 0 && (
        <>
          <p>{t('address_none')}</p>
          {may.changeDeployment && (
            <p>
              <Button
                weight="primary"
                disabled={isBusy}
                onClick={() => void change(manage('POST', '/settings/forms', { body: newForm({ code, title, active: true }) }))}
              >
                {t('address_create', addressOf(code))}
              </Button>
            </p>
          )}
        </>
      )}
      {forms.slice(0, SHOWN).map((form) => (
        <FormAddress
          key={form.id}
          form={form}
          action={
            !form.active &&
            may.change && (
              <Button weight="primary" disabled={isBusy} onClick={() => void change(goOnline(form))}>
                {t('address_go_online')}
              </Button>
            )
          }
        />
      ))}
      {forms.length > SHOWN && <p className="hint">{t('address_more', String(forms.length - SHOWN))}</p>}
    </Dialog>
  )
}
