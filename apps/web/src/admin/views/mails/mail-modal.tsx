import type { ListedMail } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places } from '../../address.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { Failure, isRetrying } from '../deliveries/failure.tsx'
import { kindOf } from './mail-kind.ts'

type ShownMail = ListedMail & { sender: string | null; text: string | null }

/**
 * Returns true if an operator can send a mail again. This applies to failed mails, to mails that wait for a retry, and
 * to
 * receipts and department notifications that were already sent. It does not apply to a sent mail with a personal link,
 * because a new link must be created.
 */
export const maySendAgain = (mail: Pick<ListedMail, 'state' | 'kind' | 'next_attempt_at'>) =>
  mail.state === 'failed' || isRetrying(mail) || (mail.state !== 'queued' && (mail.kind === 'success' || mail.kind === 'desk'))

/**
 * Returns true if a mail is a confirmation mail that was sent. It cannot be sent again because it contains a personal
 * link; instead, the operator can create a new confirmation mail from the visitor's request.
 */
const hasPersonalLink = ({ kind, state, ticket }: ListedMail) => kind === 'validation' && (state === 'sent' || state === 'kept') && ticket !== null

/** Dialog that shows the text of one mail, with a button that sends the mail again. */
export function MailModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, language } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const navigate = useNavigate()
  const messages = useMessages()
  const [sending, setSending] = useState(false)
  const source = useQuery({ queryKey: ['mail', id], queryFn: ({ signal }) => manage<ShownMail>('GET', `/mails/${id}`, { signal }) })
  const mail = source.data
  function openRequest(): void {
    onClose()
    void navigate({ to: places.management, search: { view: 'requests', request: mail?.ticket ?? undefined } })
  }
  return (
    <Dialog
      title={mail?.subject ?? t('mail_open')}
      size="medium"
      onDismiss={onClose}
      actions={
        <>
          {mail && may.change && maySendAgain(mail) && <Button onClick={() => setSending(true)}>{t(isRetrying(mail) ? 'retry_now' : 'mail_send')}</Button>}
          <Button weight="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {source.isPending && <p role="status">{t('loading')}</p>}
      {source.error && (
        <p className="notice notice-danger" role="alert">
          {messages(source.error).join(' ')}
        </p>
      )}
      {mail && (
        <>
          <Facts
            facts={[
              [t('mail_recipient'), mail.recipient],
              [t('mail_kind'), t(`mail_kind_${kindOf(mail.kind)}`)],
              [t('request_state'), t(`mail_state_${mail.state}`)],
              [t('request_created'), formatDateTime(mail.created_at)],
              ...(mail.sent_at ? [[t('mail_state_sent'), formatDateTime(mail.sent_at)] as [string, string]] : []),
              [t('mail_attempts'), mail.attempts.toLocaleString(language)],
              ...(mail.last_error ? [[t('mail_error'), <Failure key="error" error={mail.last_error} />] as [string, ReactNode]] : []),
            ]}
          />
          {mail.state === 'kept' && <p className="hint">{t('mail_kept_hint')}</p>}
          {mail.text !== null && hasPersonalLink(mail) && <p className="hint">{t('mail_link_hidden')}</p>}
          {hasPersonalLink(mail) && (
            <p className="hint">
              {t('mail_has_link')}{' '}
              <button type="button" className="link-button" onClick={openRequest}>
                {t('mail_to_request', mail.ticket ?? '')}
              </button>
            </p>
          )}
          {mail.text === null ? <p className="hint">{t('mail_unwritten')}</p> : <pre className="letter">{mail.text}</pre>}
        </>
      )}
      {sending && mail && <SendAgain mail={mail} onClose={() => setSending(false)} />}
    </Dialog>
  )
}

/** Modal that asks for confirmation before a mail is sent again. It names the recipient. */
export function SendAgain({ mail, onClose }: { mail: ListedMail; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  async function send(): Promise<void> {
    await manage('POST', `/mails/${mail.id}/send`)
    await Promise.all([['mails'], ['mail', mail.id], ['request'], ['requests'], ['attention']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  return (
    <EditModal title={t('mail_send')} size="small" saveLabel={t('mail_send')} save={send} done={t('request_done', mail.recipient)} onClose={onClose}>
      <p>
        {mail.subject ?? t(`mail_kind_${kindOf(mail.kind)}`)} → {mail.recipient}
      </p>
    </EditModal>
  )
}
