import { HIDDEN_BELOW } from '@sportello/contract'
import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

/** Returns a function that writes a count of visits; a hidden one as "fewer than 5". */
export function useFigure(): (count: number | null) => string {
  const { t, language } = useWords()
  return useCallback((count) => (count === null ? t('visits_hidden', String(HIDDEN_BELOW)) : count.toLocaleString(language)), [t, language])
}

/** Returns a function that writes a duration in seconds: below two minutes in seconds, then in minutes. */
export function useDuration(): (seconds: number | null) => string {
  const { language } = useWords()
  return useCallback(
    (seconds) => {
      if (seconds === null) return '–'
      const [value, unit] = seconds < 120 ? [seconds, 'second'] : [seconds / 60, 'minute']
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value)
    },
    [language],
  )
}
