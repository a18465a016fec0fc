/** Kinds of devices that the figures of visits distinguish, by the width of the window. */
export const DEVICES = ['phone', 'tablet', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

/**
 * HTTP header in which a submission carries the report of its visit (`VisitReport` as JSON, percent-encoded), so that the
 * visit costs no request of its own. The report is counted only if the request is stored.
 */
export const VISIT_HEADER = 'X-Visit-Report'

/** Figures about visits below this number are hidden, so that they tell nothing about a single person. */
export const HIDDEN_BELOW = 5

/** Returns a searched text in the form in which equal searches are equal: in lower case, with single spaces. */
export function comparableSearch(typed: string): string {
  return typed.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Longest text that visitors typed into the search and that is counted, in characters. */
export const MAX_SEARCHED_LENGTH = 60

/** Ratio of the upper to the lower bound of a class of durations. A median read from the classes is exact to 10 %. */
const CLASS_RATIO = 1.2

/** Longest duration in seconds that the classes distinguish. */
const LONGEST_SECONDS = 3_600

/** Number of the last class of durations. It contains all longer durations too. */
export const LAST_DURATION_CLASS = Math.ceil(Math.log(LONGEST_SECONDS) / Math.log(CLASS_RATIO))

/** Returns the number of the class that contains a duration in seconds. Class 0 contains durations up to one second. */
export function durationClass(seconds: number): number {
  if (!(seconds > 1)) return 0
  return Math.min(LAST_DURATION_CLASS, Math.ceil(Math.log(seconds) / Math.log(CLASS_RATIO) - 1e-9))
}

/** Returns the duration in seconds that stands for a class: the geometric mean of its bounds. */
export function secondsOfClass(number: number): number {
  return number === 0 ? 1 : CLASS_RATIO ** (number - 0.5)
}

/**
 * Returns the duration in seconds below which a share of the counted durations lies.
 * @param classes number of durations in each class, by the number of the class
 * @param share 0.5 for the median
 */
export function durationQuantile(classes: ReadonlyMap<number, number>, share: number): number | null {
  const ordered = [...classes].filter(([, count]) => count > 0).sort(([one], [other]) => one - other)
  const total = ordered.reduce((sum, [, count]) => sum + count, 0)
  let below = 0
  for (const [number, count] of ordered) {
    below += count
    if (below >= total * share) return secondsOfClass(number)
  }
  return null
}
