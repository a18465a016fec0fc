import type { Home, Trouble } from '@sportello/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { type DashboardSearch, places } from '../../address.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { Failure, StateBadge } from '../deliveries/failure.tsx'
import { kindOf } from '../mails/mail-kind.ts'

/**
 * List of the problems that need an operator's attention, each with a button or link to solve it. If `form` is set,
 * only the problems of that form are listed.
 */
export function AttentionList({ home: { troubles, drafts, expiring, mail_configured }, form }: { home: Home; form?: string }) {
  const { t, language } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const hasItems = troubles.length > 0 || drafts.length > 0 || expiring > 0 || mail_configured === false
  if (!hasItems) return <p className="hint">{t('home_nothing')}</p>
  return (
    <ul className="home-lines" aria-label={t('home_attention')}>
      {troubles.map((trouble) => (
        <TroubleItem key={trouble.kind + trouble.id} trouble={trouble} />
      ))}
      {mail_configured === false && <LinkItem text={t('health_kept')} search={{ view: 'health' }} action={t('view_health')} />}
      {expiring > 0 && (
        <LinkItem
          text={t('home_expiring', expiring.toLocaleString(language))}
          search={{ view: 'requests', 'f.state': 'awaiting_confirmation', sort: 'created', ...(form !== undefined && { 'f.form': form }) }}
          action={t('home_see')}
        />
      )}
      {drafts.map(({ code_tag, description, begun_at, publication }) => (
        <LinkItem
          key={code_tag}
          text={
            publication === null ? t('home_draft', description || code_tag, formatDateTime(begun_at)) : t(`home_draft_${publication}`, description || code_tag)
          }
          search={{ view: 'definitions', definition: code_tag }}
          action={t('home_open_draft')}
          about={description || code_tag}
        />
      ))}
    </ul>
  )
}

interface LinkItemProps {
  text: ReactNode
  search: DashboardSearch
  action: string
  /** Name of the object that the link opens. It distinguishes links that have the same text. */
  about?: string
}

function LinkItem({ text, search, action, about }: LinkItemProps) {
  return (
    <li>
      <span>{text}</span>
      <Link to={places.management} search={search} className="button button-plain" {...(about !== undefined && { 'aria-label': `${action}: ${about}` })}>
        {action}
      </Link>
    </li>
  )
}

/** Returns the API path, relative to `/managements`, of the call that retries a failed request, delivery or mail. */
const retryPath = ({ kind, id, ticket }: Trouble) =>
  kind === 'request' ? `/requests/${encodeURIComponent(ticket ?? '')}/retry` : `/${kind === 'mail' ? 'mails' : 'deliveries'}/${id}/send`

function TroubleItem({ trouble }: { trouble: Trouble }) {
  const { t } = useWords()
  const may = usePermissions()
  const queries = useQueryClient()
  const messages = useMessages()
  const { kind, ticket, form, what, state, error, next_attempt_at } = trouble
  const name =
    kind === 'request' ? t('home_request') : kind === 'mail' ? t('trouble_mail', t(`mail_kind_${kindOf(what ?? '')}`)) : t('home_delivery', what ?? '')
  const retrying = useMutation({
    mutationFn: () => manage('POST', retryPath(trouble)),
    async onSuccess() {
      showToast(t('retry_begun', `${name} ${ticket ?? ''}`.trim()))
      await queries.invalidateQueries()
      restoreFocus()
    },
  })
  const states = { request: 'request_state_failed', mail: 'mail_state_failed', delivery: 'delivery_state_dead' } as const
  return (
    <li>
      <div>
        <strong>{name}</strong> <StateBadge of={{ state: state === 'failed' ? 'failed' : 'queued', next_attempt_at }} label={t(states[kind])} />
        <p className="hint">
          {form}
          {ticket !== null && (
            <>
              {', '}
              <Link to={places.management} search={{ view: 'requests', request: ticket }}>
                {ticket}
              </Link>
            </>
          )}
        </p>
        {error !== null && error !== '' && <Failure error={error} />}
        {retrying.error && (
          <p className="fault" role="alert">
            {messages(retrying.error).join(' ')}
          </p>
        )}
      </div>
      {may.change && (
        <Button aria-label={`${t('retry_now')}: ${name} ${ticket ?? ''}`.trim()} disabled={retrying.isPending} onClick={() => retrying.mutate()}>
          {t('retry_now')}
        </Button>
      )}
    </li>
  )
}
