import { HIDDEN_BELOW } from '@sportello/contract'
import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

/** Returns a function that writes a count of visits; a hidden one as "fewer than 5". */
export function useFigure(): (count: number | null) => string {
  const { t, language } = useWords()
  return useCallback((count) => (count === null ? t('visits_hidden', String(HIDDEN_BELOW)) : count.toLocaleString(language)), [t, language])
}

/** Returns a function that writes a difference with its sign, with a number of decimals. */
export function useSigned(): (difference: number, decimals?: number) => string {
  const { language } = useWords()
  return useCallback(
    (difference, decimals = 0) =>
      difference.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'exceptZero' }),
    [language],
  )
}

/** Returns a function that writes a duration in seconds, or a difference: below two minutes in seconds, then in minutes. */
export function useDuration(): (seconds: number | null, isSigned?: boolean) => string {
  const { language } = useWords()
  return useCallback(
    (seconds, isSigned = false) => {
      if (seconds === null) return '–'
      const [value, unit] = Math.abs(seconds) < 120 ? [seconds, 'second'] : [seconds / 60, 'minute']
      const signDisplay = isSigned ? 'exceptZero' : 'auto'
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0, signDisplay }).format(value)
    },
    [language],
  )
}
