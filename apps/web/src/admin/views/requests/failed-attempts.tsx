import type { ShownRequest } from '@sportello/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { Failure, isRetrying, StateBadge } from '../deliveries/failure.tsx'
import { kindOf } from '../mails/mail-kind.ts'

interface FailedAttempt {
  /** API path, relative to `/managements`, of the call that retries the failed delivery or mail. */
  path: string
  /** Name of the destination if a delivery failed; kind of mail if a mail failed. */
  what: string
  state: string
  label: string
  next_attempt_at: string | null
  error: string
}

/**
 * Lists the failed deliveries and mails of a request. Each entry shows the reason, the time of the next attempt and a
 * retry button.
 * @param onProcessAgain processes a failed request again; undefined if the banner offers no such button
 */
export function FailedAttempts({ request, onProcessAgain }: { request: ShownRequest; onProcessAgain: (() => void) | undefined }) {
  const { t } = useWords()
  const attempts = useFailedAttempts(request)
  if (attempts.length === 0 && request.failure === null) return null
  return (
    <section className="notice notice-danger troubles" aria-label={t('troubles')}>
      <h3>{t('troubles')}</h3>
      {attempts.length === 0 && <Failure error={request.failure ?? ''} />}
      <ul className="plain-list">
        {attempts.map((attempt) => (
          <Line key={attempt.path} attempt={attempt} />
        ))}
      </ul>
      {onProcessAgain && <Button onClick={onProcessAgain}>{t('request_retry')}</Button>}
    </section>
  )
}

function useFailedAttempts({ deliveries, mails }: ShownRequest): FailedAttempt[] {
  const { t } = useWords()
  const latest = new Map(mails.map(({ kind, id }) => [kind, id]))
  return [
    ...deliveries
      .filter((each) => each.state === 'dead' || isRetrying(each))
      .map(({ id, destination, state, next_attempt_at, last_error }) => {
        const label = t(`delivery_state_${state}`)
        return { path: `/deliveries/${id}/send`, what: destination, state, label, next_attempt_at, error: last_error ?? '' }
      }),
    // A failed mail is left out if the request has a newer mail of the same kind.
    ...mails
      .filter((each) => isRetrying(each) || (each.state === 'failed' && latest.get(each.kind) === each.id))
      .map(({ id, kind, state, next_attempt_at, last_error }) => {
        const what = t('trouble_mail', t(`mail_kind_${kindOf(kind)}`))
        return { path: `/mails/${id}/send`, what, state, label: t(`mail_state_${state as 'queued' | 'failed'}`), next_attempt_at, error: last_error ?? '' }
      }),
  ]
}

function Line({ attempt: { path, what, state, label, next_attempt_at, error } }: { attempt: FailedAttempt }) {
  const { t } = useWords()
  const may = usePermissions()
  const messages = useMessages()
  const queries = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => manage('POST', path),
    onSuccess: async () => {
      showToast(t('retry_begun', what))
      await Promise.all(['deliveries', 'mails', 'request', 'requests', 'attention'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      // Restores the focus, because the retry button disappears together with its list entry.
      restoreFocus()
    },
  })
  return (
    <li>
      <strong>{what}</strong> <StateBadge of={{ state, next_attempt_at }} label={label} />
      {error !== '' && <Failure error={error} />}
      {may.change && (
        <Button aria-label={`${t('retry_now')}: ${what}`} disabled={retrying.isPending} onClick={() => retrying.mutate()}>
          {t('retry_now')}
        </Button>
      )}
      {retrying.error && (
        <p className="fault" role="alert">
          {messages(retrying.error).join(' ')}
        </p>
      )}
    </li>
  )
}
