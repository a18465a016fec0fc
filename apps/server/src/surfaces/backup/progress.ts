/**
 * Reports the progress of a long command. May be called many times per second.
 * @param total the number of items in the current step; undefined while it is unknown
 */
export type Progress = (step: string, done: number, total: number | undefined) => void

const EVERY_MS = 2_000

/**
 * Returns a function that reports the progress of a long command. It writes a line when a step begins, then every two
 * seconds, and when the step is complete.
 */
export function progressLines(write: (line: string) => void): Progress {
  let last = { step: '', at: 0 }
  return (step, done, total) => {
    const now = performance.now()
    if (step === last.step && done !== total && now < last.at + EVERY_MS) return
    last = { step, at: now }
    write(`${step}: ${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`)
  }
}
