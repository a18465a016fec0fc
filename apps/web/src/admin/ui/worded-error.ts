import type { AdminPhrases } from '@sportello/phrases/admin'

/** Error that occurred in the browser. It contains the key of the phrase that describes the error to the operator. */
export class WordedError extends Error {
  readonly key: keyof AdminPhrases
  readonly params: readonly string[]
  constructor(key: keyof AdminPhrases, { params = [], ...options }: ErrorOptions & { params?: readonly string[] } = {}) {
    super(key, options)
    this.key = key
    this.params = params
  }
}
