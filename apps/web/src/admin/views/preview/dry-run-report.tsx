import type { DryRunReport } from '@sportello/contract'
import { useState } from 'react'
import { Facts } from '../../ui/facts.tsx'
import { MailFrame } from '../templates/mail-frame.tsx'
import { usePreviewWords } from './preview-words.tsx'

/**
 * Report of a dry run, which is a trial submission in the preview. It lists the request, the mails and the deliveries
 * that a real submission would cause.
 */
export function DryRun({ report }: { report: DryRunReport }) {
  const t = usePreviewWords()
  const { request, receipt, mails, deliveries } = report
  const { answers, form_fields, further_questions, terms, files, code_tag } = request
  const payload = { code_tag, form_fields, further_questions, terms, email: request.email, language: request.language, auth_type: request.auth_type }
  return (
    <section className="preview-report" aria-label={t('dry_run')}>
      <h3>{t('dry_run')}</h3>
      <h4>{t('dry_run_request')}</h4>
      <Facts
        facts={[
          [t('dry_run_path'), request.path.join(' › ')],
          [t('dry_run_ticket'), request.opens_ticket ? receipt.ticket : t('dry_run_no_ticket')],
          [t('dry_run_email'), request.email ?? '–'],
          [t('dry_run_confirmed'), t(request.confirmed_by === 'link' ? 'dry_run_link' : 'dry_run_at_once')],
          ...(files.length > 0 ? [[t('dry_run_files'), files.map(({ name }) => name).join(', ')] as [string, string]] : []),
          ...answers.map(({ label, text }): [string, string] => [label, text]),
        ]}
      />
      <details>
        <summary>{t('dry_run_payload')}</summary>
        <pre className="preview-payload">{JSON.stringify(payload, null, 2)}</pre>
      </details>
      <h4>{t('dry_run_mails')}</h4>
      {mails.length === 0 && <p className="hint">{t('dry_run_no_mails')}</p>}
      {mails.map((mail) => (
        <SimulatedMail key={`${mail.kind} ${mail.recipient}`} {...mail} />
      ))}
      {deliveries.length > 0 && <h4>{t('dry_run_deliveries')}</h4>}
      {deliveries.map(({ destination, kind, body, error }) => (
        <details key={destination}>
          <summary>
            {destination} ({kind})
          </summary>
          {body === null ? <p className="fault">{t('dry_run_failed', error ?? '')}</p> : <pre className="preview-payload">{body}</pre>}
        </details>
      ))}
    </section>
  )
}

function SimulatedMail({ kind, recipient, mail, error }: DryRunReport['mails'][number]) {
  const t = usePreviewWords()
  // Renders the mail only while its section is open. The frame adapts its height to the text, and it can measure the
  // text only while it is visible.
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t(`dry_run_${kind}`)}: {mail?.subject ?? ''}
      </summary>
      <Facts
        facts={[
          [t('dry_run_to'), recipient],
          [t('dry_run_subject'), mail?.subject ?? '–'],
        ]}
      />
      {mail ? isOpen && <MailFrame html={mail.html} title={t(`dry_run_${kind}`)} /> : <p className="fault">{t('dry_run_failed', error ?? '')}</p>}
    </details>
  )
}
