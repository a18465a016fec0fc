import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'
import { meaningOf } from './failure-text.ts'

/** Why a try failed: what it means, and what the other side said. */
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

/** Says when the next try is: of today by the hour, else with its day. */
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

/** Whether a delivery or a mail has failed before and waits for its next try. */
export const isRetrying = ({ state, next_attempt_at }: OnItsWay) => state === 'queued' && next_attempt_at !== null

/** The state of a delivery or a mail: a pause after a failure is told apart from the queue. */
export function StateBadge({ of, label }: { of: OnItsWay; label: string }) {
  const nextTry = useNextTry()
  if (isRetrying(of)) return <span className="badge state-retrying">{nextTry(of.next_attempt_at ?? '')}</span>
  return <span className={`badge state-${of.state}`}>{label}</span>
}
