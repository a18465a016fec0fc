/**
 * FIFO semaphore: at most `limit` tasks run at the same time in this process; further tasks wait in the order of their
 * arrival.
 */
export class Semaphore {
  readonly #limit: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The number of tasks that wait in the semaphore's queue, without the running tasks. */
  get waiting(): number {
    return this.#queue.length
  }

  /**
   * Runs `work` as soon as fewer than `limit` tasks are running.
   * @param timeoutMs maximum waiting time in milliseconds; unlimited by default
   * @throws the error of `onTimeout` if the maximum waiting time has passed, or the error of `work`.
   */
  async run<T>(work: () => Promise<T>, timeoutMs?: number, onTimeout?: () => Error): Promise<T> {
    if (this.#running >= this.#limit) await this.#wait(timeoutMs, onTimeout)
    else this.#running++
    try {
      return await work()
    } finally {
      // When a task ends, it starts the next waiting task directly. A new task therefore cannot overtake the waiting
      // ones.
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(timeoutMs: number | undefined, onTimeout: (() => Error) | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1)
        reject(onTimeout?.() ?? new Error('timed out in the queue'))
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(leave, timeoutMs)
      this.#queue.push(enter)
    })
  }
}
