import type { Lab } from './deployment.ts'

/** Calls `use` the given number of times in parallel, alternating between the URLs of the servers. */
export function inParallel<T>(urls: readonly string[], times: number, use: (url: string, at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, at) => use(urls[at % urls.length] ?? '', at)))
}

export const urlsOf = ({ servers }: Pick<Lab, 'servers'>) => servers.map(({ url }) => url)

/**
 * Calls `work` with each number from 0 up to, but not including, `count`. At most `lanes` calls run at the same time.
 */
export async function runInLanes(count: number, work: (at: number) => Promise<void>, lanes = 16): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane))
}

/** Counts the occurrences of each added value. */
export class Tally {
  readonly counts = new Map<string, number>()
  add(value: string | number): void {
    this.counts.set(String(value), (this.counts.get(String(value)) ?? 0) + 1)
  }
  /** Returns true if exactly this value was added `times` times, and no other value was added. */
  isOnly(value: string | number, times: number): boolean {
    return this.counts.size === 1 && this.counts.get(String(value)) === times
  }
  toString(): string {
    return [...this.counts].map(([value, times]) => `${value} × ${times}`).join(', ')
  }
}
