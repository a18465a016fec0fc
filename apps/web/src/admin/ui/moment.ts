import type { Language } from '@sportello/contract'

/** A moment as the operator reads it, in the browser's time zone: 21/11/2026, 14:05 in Italian. */
export function momentText(iso: string | null, language: Language): string {
  return iso === null
    ? ''
    : new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(new Date(iso))
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes as people say them: 3,2 MB in Italian. */
export function bytesText(bytes: number, language: Language): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_024))))
  return new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    bytes / 1_024 ** step,
  )
}
