import type { AdminPhrases } from '@sportello/phrases/admin'

/** Something that failed in the browser itself, with the phrase that says so. */
export class WordedError extends Error {
  readonly key: keyof AdminPhrases
  constructor(key: keyof AdminPhrases, options?: ErrorOptions) {
    super(key, options)
    this.key = key
  }
}
