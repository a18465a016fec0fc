/**
 * Delay in seconds after each failed attempt to send a mail or to deliver a ticket: 14 attempts in 3 days, the second
 * within 15 seconds (wire contract, section “The life of a request”).
 */
const PAUSES_S = [10, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 64_800, 86_400]

/** Maximum number of attempts to send a mail or to deliver a ticket. */
export const MAX_ATTEMPTS = PAUSES_S.length + 1

/**
 * Returns the number of seconds until the next attempt to send a mail or deliver a ticket. `tries` is the number of
 * failed attempts so far. Returns undefined if no attempt is left. Adds a random jitter of up to 10 %, so that retries
 * do not all run at the same time.
 */
export function pauseAfter(tries: number, random: () => number = Math.random): number | undefined {
  const pause = PAUSES_S[tries - 1]
  return pause === undefined ? undefined : pause * (1 + random() * 0.1)
}
