import { useEffect, useRef } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useCountPhrase } from '../../ui/use-count-phrase.ts'
import { useWords } from '../../words.tsx'
import { type RowChange, useChangedParts } from './changed-parts.ts'
import { nameOf, useDeskChoices } from './use-desk-choices.ts'
import type { useLiveList } from './use-live-list.ts'

interface LiveLineProps {
  live: ReturnType<typeof useLiveList>
  /** Ticket of the request that is open beside the list, which says by itself what has changed. */
  open: string | undefined
}

/** Line above the list that says what has changed meanwhile. It keeps its place, so that the list below does not move. */
export function LiveLine({ live, open }: LiveLineProps) {
  const { t } = useWords()
  const countPhrase = useCountPhrase()
  const describe = useChange()
  const { arrived, last, isConnected } = live
  const isShowing = useRef(false)
  function show(): void {
    isShowing.current = true
    void live.show()
  }
  // The button disappears with the last new request; the focus moves to the first of them.
  useEffect(() => {
    if (arrived > 0 || !isShowing.current) return
    isShowing.current = false
    document.querySelector<HTMLElement>('.requests-list .row-actions > button')?.focus()
  }, [arrived])
  return (
    <div className="live-line">
      <p className="hint" role="status">
        {arrived > 0
          ? countPhrase('desk_live_new', arrived)
          : last && last.ticket !== open
            ? describe(last.ticket, last.change)
            : t(isConnected ? 'desk_live_on' : 'desk_live_off')}
      </p>
      {arrived > 0 && <Button onClick={show}>{t('desk_live_show')}</Button>}
    </div>
  )
}

/** Returns a function that says who changed what of a request. */
export function useChange(): (ticket: string, change: RowChange) => string {
  const { t } = useWords()
  const choices = useDeskChoices()
  const parts = useChangedParts()
  return (ticket, { operator, kinds }) => t('desk_live_changed', nameOf(choices, operator), ticket, parts(kinds))
}

/** Mark of a row that somebody else has changed since the list was read. */
export function ChangedMark({ change }: { change: RowChange | undefined }) {
  const { t } = useWords()
  const choices = useDeskChoices()
  if (!change) return null
  const text = t('desk_live_mark', nameOf(choices, change.operator))
  return (
    <span className="live-mark" title={text}>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
