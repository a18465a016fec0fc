import type { ShownRequest } from '@sportello/contract'
import { type ReactNode, useId, useState } from 'react'
import { usePermissions } from '../../account.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { Facts } from '../../ui/facts.tsx'
import { useWords } from '../../words.tsx'
import { DeliveryLines } from '../deliveries/delivery-lines.tsx'
import { Failure, StateBadge } from '../deliveries/failure.tsx'
import { kindOf } from '../mails/mail-kind.ts'
import { MailModal } from '../mails/mail-modal.tsx'
import { FailedAttempts } from './failed-attempts.tsx'
import { RequestDesk } from './request-desk.tsx'
import { RequestFiles } from './request-files.tsx'
import { RequestMerge } from './request-merge.tsx'
import { hasMessages, RequestMessages } from './request-messages.tsx'
import { RequestTimeline } from './request-timeline.tsx'
import { TicketStateFacts } from './ticket-states.tsx'

export function RequestDetails({ request, onProcessAgain }: { request: ShownRequest; onProcessAgain: (() => void) | undefined }) {
  const { t } = useWords()
  const may = usePermissions()
  const formatDateTime = useIsoDateTimeFormat()
  const [mail, setMail] = useState<string | null>(null)
  const facts: [string, ReactNode][] = [
    [
      t('request_state'),
      <span key="state" className={`badge state-${request.state}`}>
        {t(`request_state_${request.state}`)}
      </span>,
    ],
    [t('request_failure'), request.failure],
    [t('request_form'), request.form],
    [t('request_step'), request.path.join(' › ') || request.code_tag],
    [t('request_email'), request.email],
    [t('request_otp'), request.otp],
    [t('request_mode'), request.auth_type],
    [t('request_language'), request.lang_code],
    [t('request_version'), `${request.definition.code_tag} ${request.definition.version}`],
    [t('request_created'), formatDateTime(request.created_at)],
    [t('request_confirmed'), formatDateTime(request.confirmed_at)],
    [t('request_processed'), formatDateTime(request.processed_at)],
    [t('request_expires'), request.state === 'awaiting_confirmation' ? formatDateTime(request.expires_at) : ''],
    [t('request_erased'), request.erased_at ? formatDateTime(request.erased_at) : ''],
  ]
  return (
    <div className="details">
      <FailedAttempts request={request} onProcessAgain={onProcessAgain} />
      <Part title={t('desk_title')}>
        <RequestDesk key={request.ticket} request={request} />
        <RequestMerge request={request} />
      </Part>
      {request.ticket_states.length > 0 && (
        <Part title={t('ticket_states')}>
          <TicketStateFacts states={request.ticket_states} />
        </Part>
      )}
      <Part title={t('request_answers')}>
        {request.unreadable && <p className="hint">{t('request_unreadable')}</p>}
        {request.answers.length > 0 && <Facts facts={request.answers.map(({ label, text }) => [label, text])} />}
        {request.answers.length === 0 && !request.unreadable && <p className="hint">{t('request_no_answers')}</p>}
      </Part>
      {request.attachments.length > 0 && (
        <Part title={t('request_files')}>
          <RequestFiles request={request} />
        </Part>
      )}
      {hasMessages(request) && (
        <Part title={t('talk')}>
          <RequestMessages request={request} />
        </Part>
      )}
      <Part title={t('desk_timeline')}>
        <RequestTimeline key={request.ticket} request={request} />
      </Part>
      <Part title={t('request_facts')}>
        <Facts facts={facts.filter(([, value]) => value !== null && value !== '')} />
      </Part>
      {request.mails.length > 0 && (
        <Part title={t('request_mails')}>
          <ul className="plain-list">
            {request.mails.map(({ id, kind, state, created_at, next_attempt_at, last_error }) => (
              <li key={id}>
                {may.is('viewer') ? (
                  <button type="button" className="link-button" onClick={() => setMail(id)}>
                    {t(`mail_kind_${kindOf(kind)}`)}, {formatDateTime(created_at)}
                  </button>
                ) : (
                  `${t(`mail_kind_${kindOf(kind)}`)}, ${formatDateTime(created_at)}`
                )}{' '}
                <StateBadge of={{ state, next_attempt_at }} label={t(`mail_state_${state as 'queued' | 'sent' | 'kept' | 'failed'}`)} />
                {last_error && <Failure error={last_error} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {request.deliveries.length > 0 && (
        <Part title={t('request_deliveries')}>
          <DeliveryLines deliveries={request.deliveries} />
        </Part>
      )}
      {mail && <MailModal id={mail} onClose={() => setMail(null)} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
