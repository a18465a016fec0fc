import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

/** Returns a function that writes a duration in seconds: in seconds, from two minutes on in minutes, from two hours on in hours, from two days on in days. */
export function useDeskDuration(): (seconds: number | null) => string {
  const { language } = useWords()
  return useCallback(
    (seconds) => {
      if (seconds === null) return '–'
      const [value, unit] =
        seconds < 120
          ? [seconds, 'second']
          : seconds < 7_200
            ? [seconds / 60, 'minute']
            : seconds < 172_800
              ? [seconds / 3_600, 'hour']
              : [seconds / 86_400, 'day']
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value)
    },
    [language],
  )
}
