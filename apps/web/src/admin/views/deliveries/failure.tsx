import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'
import { meaningOf } from './failure-text.ts'

/** Explains to the operator why a ticket or a mail could not be delivered, and shows the original error text. */
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
 * Returns a function that formats the time of a delivery's next attempt. If the attempt is today, the text contains
 * only the time of day, otherwise also the date.
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

/** Returns true if a delivery or mail has failed and waits for its next attempt. */
export const isRetrying = ({ state, next_attempt_at }: OnItsWay) => state === 'queued' && next_attempt_at !== null

/**
 * Badge that shows the state of a delivery or mail. If it has failed and waits for a retry, the badge shows the time of
 * the next attempt.
 */
export function StateBadge({ of, label }: { of: OnItsWay; label: string }) {
  const nextTry = useNextTry()
  if (isRetrying(of)) return <span className="badge state-retrying">{nextTry(of.next_attempt_at ?? '')}</span>
  return <span className={`badge state-${of.state}`}>{label}</span>
}
