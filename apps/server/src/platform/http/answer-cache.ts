import { createHash } from 'node:crypto'
import { SerializedAnswer } from './route.ts'

/** Serialises an API response and computes its ETag from the serialised bytes. */
function prepare(data: unknown): SerializedAnswer {
  const body = JSON.stringify({ success: true, data, errors: [] })
  return new SerializedAnswer(body, `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`)
}

/**
 * Cache of serialised API responses. The key of a response is the immutable object from which the response is made. The
 * response is serialised on first use, and freed together with the object.
 */
export class AnswerCache<Owner extends object> {
  readonly #answers = new WeakMap<Owner, Map<string, SerializedAnswer>>()

  get(owner: Owner, key: string, make: () => unknown): SerializedAnswer {
    const known = this.#answers.get(owner) ?? new Map<string, SerializedAnswer>()
    this.#answers.set(owner, known)
    const prepared = known.get(key) ?? prepare(make())
    known.set(key, prepared)
    return prepared
  }
}
