/** A period of days, both included, YYYY-MM-DD. */
export interface Period {
  from: string
  to: string
}

/** Lengths in days of the periods that the view offers. */
export const PERIODS = [7, 30, 90, 365] as const

export const DAY_MS = 86_400_000

/** Returns the day that is some days before another one; both are YYYY-MM-DD. */
export const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** Returns today's date in the browser's time zone, YYYY-MM-DD. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date())
}
