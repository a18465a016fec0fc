import { createHash } from 'node:crypto'
import { SerializedAnswer } from './route.ts'

/** Serializes an API response and computes its ETag from the serialized bytes. */
function prepare(data: unknown): SerializedAnswer {
  const body = JSON.stringify({ success: true, data, errors: [] })
  return new SerializedAnswer(body, `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`)
}

/**
 * Cache of serialized API responses; the key is the immutable object from which the server makes the response. A
 * response is serialized on first use, and freed together with its object.
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
