import type { Language } from '@sportello/contract'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a number of bytes with the largest suitable unit, for example "3,2 MB" in Italian. */
export function bytesText(bytes: number, language: Language): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_024))))
  return new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    bytes / 1_024 ** step,
  )
}
