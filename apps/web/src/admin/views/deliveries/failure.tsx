import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'
import { meaningOf } from './failure-text.ts'

/** Tells the operator why the delivery of a ticket or a mail failed, with the original error text. */
export function Failure({ error }: { error: string }) {
  const { t } = useWords()
  const meaning = meaningOf(error)
  return (
    <p className="fault">
      {meaning && `${t(meaning.key, ...meaning.params)} `}
      {meaning ? <code>{error}</code> : error}
    </p>
  )
}

/**
 * Returns a function that formats the time of a delivery's next attempt: only the time of day if it is today, else with
 * the date.
 */
function useNextTry(): (iso: string) => string {
  const { t } = useWords()
  const formatDateTime = useDateTimeFormat()
  return (iso) => {
    const [day, time = ''] = formatDateTime(Date.parse(iso)).split(' ')
    const isToday = formatDateTime(Date.now()).startsWith(`${day} `)
    return isToday ? t('next_try_today', time) : t('next_try', `${day} ${time}`)
  }
}

interface OnItsWay {
  state: string
  next_attempt_at: string | null
}

/** Returns whether a delivery or a mail has failed before and will be retried. */
export const isRetrying = ({ state, next_attempt_at }: OnItsWay) => state === 'queued' && next_attempt_at !== null

/**
 * Badge with the state of a delivery or a mail. If it failed and will be retried, the badge shows the time of the next
 * attempt.
 */
export function StateBadge({ of, label }: { of: OnItsWay; label: string }) {
  const nextTry = useNextTry()
  if (isRetrying(of)) return <span className="badge state-retrying">{nextTry(of.next_attempt_at ?? '')}</span>
  return <span className={`badge state-${of.state}`}>{label}</span>
}
