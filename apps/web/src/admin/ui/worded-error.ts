import type { AdminPhrases } from '@sportello/phrases/admin'

/** Something that failed in the browser itself, with the phrase that says so. */
export class WordedError extends Error {
  readonly key: keyof AdminPhrases
  readonly params: readonly string[]
  constructor(key: keyof AdminPhrases, { params = [], ...options }: ErrorOptions & { params?: readonly string[] } = {}) {
    super(key, options)
    this.key = key
    this.params = params
  }
}
