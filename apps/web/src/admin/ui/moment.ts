import { isSettingValue, type ListedSetting, SYSTEM_SETTINGS } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/**
 * Writes moments as DD/MM/YYYY HH:mm (administrator specification, section 9) in the deployment's time zone, in which the server filters
 * them too.
 */
export function useMoment(): (milliseconds: number) => string {
  const set = useQueryClient()
    .getQueryData<ListedSetting[]>(['settings'])
    ?.find(({ code }) => code === 'time_zone')?.value
  return useMemo(() => {
    const timeZone = set !== undefined && isSettingValue('time_zone', set) ? set : SYSTEM_SETTINGS.time_zone.preset
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
  }, [set])
}

/** As `useMoment`, of a moment in ISO 8601; empty where there is none. */
export function useIsoMoment(): (iso: string | null) => string {
  const moment = useMoment()
  return useCallback((iso) => (iso === null ? '' : moment(Date.parse(iso))), [moment])
}
