import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { TextField } from '../../ui/field.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { DocumentFaults } from '../definitions/document-faults.tsx'
import { MailFrame } from './mail-frame.tsx'

interface Preview {
  subject: string
  html: string
  unknown: string[]
}

interface Texts {
  subject: string
  html: string
  /** Code of the form whose questions are used as sample data in the preview; empty for no form. */
  form: string
}

/**
 * Renders a mail template on the server.
 * @throws CallError
 */
export function previewOf({ form, ...texts }: Texts): Promise<Preview> {
  return manage<Preview>('POST', '/templates/preview', { body: { ...texts, ...(form && { form }) } })
}

interface TemplatePreviewProps extends Texts {
  onForm: (form: string) => void
  /** Name of the template's language, if the view previews several languages. */
  language?: string
}

/** Preview of a mail template. It shows the rendered mail, and has a button that sends it to an address as a test. */
export function TemplatePreview({ onForm, language, ...texts }: TemplatePreviewProps) {
  const { t } = useWords()
  const may = usePermissions()
  const { subject, html, form } = texts
  const [to, setTo] = useState('')
  const made = useMutation({ mutationFn: () => previewOf(texts) })
  const sent = useMutation({
    mutationFn: () => manage<{ recipient: string }>('POST', '/templates/test', { body: { ...texts, ...(to.trim() && { to: to.trim() }) } }),
  })
  const name = language === undefined ? t('mail_template_preview') : `${t('mail_template_preview')}: ${language}`
  const isEmpty = subject.trim() === '' || html.trim() === ''
  return (
    <section className="preview" aria-label={name}>
      {language !== undefined && <h3>{name}</h3>}
      <TextField label={t('mail_template_preview_form')} name="form" value={form} onChange={onForm} maxLength={64} />
      <Button disabled={isEmpty || made.isPending} onClick={() => made.mutate()}>
        {t('mail_template_preview')}
      </Button>
      <div role="status">
        {made.data && (
          <>
            <p>
              <strong>{made.data.subject}</strong>
            </p>
            {made.data.unknown.length > 0 && <p className="notice notice-warning">{t('mail_template_unknown', made.data.unknown.join(', '))}</p>}
          </>
        )}
      </div>
      {made.data && <MailFrame html={made.data.html} title={name} />}
      <Failure error={made.error} />
      {may.change && (
        <>
          <TextField
            label={t('mail_template_test_to')}
            name="to"
            type="email"
            hint={t('mail_template_test_hint')}
            value={to}
            onChange={setTo}
            maxLength={254}
          />
          <Button disabled={isEmpty || form.trim() === '' || sent.isPending} onClick={() => sent.mutate()}>
            {t('mail_template_test')}
          </Button>
          <p role="status">{sent.data && t('mail_template_tested', sent.data.recipient)}</p>
          <Failure error={sent.error} />
        </>
      )}
    </section>
  )
}

function Failure({ error }: { error: Error | null }) {
  const messages = useMessages()
  if (!error) return null
  return (
    <div role="alert" className="fault">
      <p>{messages(error).join(' ')}</p>
      <DocumentFaults error={error} />
    </div>
  )
}
