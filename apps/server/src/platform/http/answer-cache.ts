import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SerializedAnswer } from './route.ts'

/** Maximum memory in bytes of the answers of one endpoint that a process keeps. */
const MAX_BYTES = 16 * 1_048_576
/** Estimated bytes of memory of a cached answer: per character of its body, plus its key, its ETag and the bookkeeping. */
const BYTES_PER_CHARACTER = 2
const BASE_BYTES = 512

/** Serialises an API response and computes its ETag from the serialised bytes. */
function prepare(data: unknown): SerializedAnswer {
  const body = JSON.stringify({ success: true, data, errors: [] })
  return new SerializedAnswer(body, `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`)
}

/**
 * Cache of serialised API responses. The key of a response contains the immutable object from which the response is made, so
 * that a response is no longer found when a new object has replaced that object. Keeps the responses that were used last, but none
 * of previews, whose object is a new one in each call.
 */
export class AnswerCache<Owner extends { preview?: object | undefined }> {
  readonly #answers: LRUCache<string, SerializedAnswer>
  /** A number for each owner, which is part of the keys. */
  readonly #owners = new WeakMap<Owner, number>()
  #last = 0

  constructor({ maxBytes = MAX_BYTES } = {}) {
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ body }) => BASE_BYTES + BYTES_PER_CHARACTER * body.length })
  }

  /** Returns the estimated memory of the cached answers in bytes. */
  get bytes(): number {
    return this.#answers.calculatedSize
  }

  get(owner: Owner, key: string, make: () => unknown): SerializedAnswer {
    if (owner.preview) return prepare(make())
    const number = this.#owners.get(owner) ?? ++this.#last
    this.#owners.set(owner, number)
    const name = `${number} ${key}`
    const known = this.#answers.get(name)
    if (known) return known
    const prepared = prepare(make())
    this.#answers.set(name, prepared)
    return prepared
  }
}
