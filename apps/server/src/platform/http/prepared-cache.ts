import { createHash } from 'node:crypto'
import { Prepared } from './route.ts'

/** Serializes a response and computes its ETag from the bytes. */
function prepare(data: unknown): Prepared {
  const body = JSON.stringify({ success: true, data, errors: [] })
  return new Prepared(body, `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`)
}

/** Cache of serialized responses derived from an immutable object: filled on first use, freed with the object. */
export class PreparedCache<Owner extends object> {
  readonly #answers = new WeakMap<Owner, Map<string, Prepared>>()

  get(owner: Owner, key: string, make: () => unknown): Prepared {
    const known = this.#answers.get(owner) ?? new Map<string, Prepared>()
    this.#answers.set(owner, known)
    const prepared = known.get(key) ?? prepare(make())
    known.set(key, prepared)
    return prepared
  }
}
