import { isSettingValue, type ListedSetting, SYSTEM_SETTINGS } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/**
 * Returns a function that formats a time, in milliseconds since 1970, as DD/MM/YYYY HH:mm (administrator specification,
 * section 9). It uses the deployment's time zone, as the server does when it filters by time.
 */
export function useDateTimeFormat(): (milliseconds: number) => string {
  const timeZone = useTimeZone()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return (milliseconds) => format.format(milliseconds).replace(',', '')
  }, [timeZone])
}

/** Returns the IANA name of the deployment's time zone. */
export function useTimeZone(): string {
  const set = useQueryClient()
    .getQueryData<ListedSetting[]>(['settings'])
    ?.find(({ code }) => code === 'time_zone')?.value
  return set !== undefined && isSettingValue('time_zone', set) ? set : SYSTEM_SETTINGS.time_zone.preset
}

/**
 * Returns a function that formats a time in ISO 8601 as DD/MM/YYYY HH:mm, like `useDateTimeFormat`. Null becomes an
 * empty string.
 */
export function useIsoDateTimeFormat(): (iso: string | null) => string {
  const formatDateTime = useDateTimeFormat()
  return useCallback((iso) => (iso === null ? '' : formatDateTime(Date.parse(iso))), [formatDateTime])
}
