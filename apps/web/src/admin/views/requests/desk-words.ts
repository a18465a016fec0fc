import { DESK_CLOSED, DESK_OPEN } from '@sportello/contract'
import { useCallback } from 'react'
import { useTimeZone } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'

/** Returns a function that names a state on the desk: authors' own states are their own names. */
export function useDeskStateLabel(): (state: string) => string {
  const { t } = useWords()
  return useCallback((state) => (state === DESK_OPEN ? t('desk_open') : state === DESK_CLOSED ? t('desk_closed') : state), [t])
}

/** Returns a function that formats a day (YYYY-MM-DD) as DD/MM/YYYY, as the dashboard's times. */
export function useDayFormat(): (day: string) => string {
  return useCallback((day) => day.split('-').toReversed().join('/'), [])
}

/** Returns today's date (YYYY-MM-DD) in the deployment's time zone. */
export function useToday(): string {
  const timeZone = useTimeZone()
  return new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now())
}
