/** Pauses after each failed try, in seconds: 14 tries over 3 days, the first again within 15 seconds (wire contract, "The life of a request"). */
const PAUSES_S = [10, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 64_800, 86_400]

/** Tries after which there is no other. */
export const MOST_TRIES = PAUSES_S.length + 1

/** Seconds until the next try after `tries` failed ones, up to a tenth longer so that many do not come back at once; undefined when there is none. */
export function pauseAfter(tries: number, random: () => number = Math.random): number | undefined {
  const pause = PAUSES_S[tries - 1]
  return pause === undefined ? undefined : pause * (1 + random() * 0.1)
}
