/** Work that is done a few at a time in one process, the others in their order. */
export class Turns {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * @param waitMs after which a turn is no longer waited for
   * @throws what `late` makes, then; what `work` throws.
   */
  async take<T>(work: () => Promise<T>, waitMs?: number, late?: () => Error): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#turn(waitMs, late)
    else this.#running++
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place: it is never free in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #turn(waitMs: number | undefined, late: (() => Error) | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        reject(late?.() ?? new Error('waited too long'))
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      this.#waiting.push(turn)
    })
  }
}
