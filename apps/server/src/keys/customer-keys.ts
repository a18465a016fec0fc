import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { type CustomerDb, type DeploymentDb, withCustomer } from '../db/with-customer.ts'
import { deleteKeys, findKey, holdKeyMaking, insertKey, newestKey } from './queries.ts'

/** A customer's key, as its files and texts are sealed with it. */
export interface CustomerKey {
  id: string
  key: Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** A key that another process has deleted opens and seals nothing here after this. */
const KNOWN_MS = 60_000

/**
 * The customers' keys: random, one a customer, kept sealed by a key that is derived from the deployment's secret. In memory only as
 * long as the process lives; whether the key still stands, the send's own statement judges.
 */
export class CustomerKeys {
  readonly #database: Pick<Database, 'kysely'>
  readonly #wrapping: Buffer
  readonly #current = new Map<string, { key: Promise<CustomerKey>; until: number }>()
  readonly #known = new Map<string, { key: Buffer; until: number }>()

  constructor(database: Pick<Database, 'kysely'>, secretKey: string) {
    this.#database = database
    this.#wrapping = Buffer.from(hkdfSync('sha256', secretKey, '', 'attachment-customer-keys-v1', 32))
  }

  /** What is new of a customer is sealed with; made at the first time. */
  current(customerCode: string): Promise<CustomerKey> {
    const known = this.#current.get(customerCode)
    if (known && known.until > performance.now()) return known.key
    const sought = this.#findOrMake(customerCode)
    this.#current.set(customerCode, { key: sought, until: performance.now() + KNOWN_MS })
    sought.catch(() => this.forget(customerCode))
    return sought
  }

  /** The key of a file that is stored; undefined where it was deleted, or was sealed with another secret of the deployment. */
  async byId(customerCode: string, id: string): Promise<Buffer | undefined> {
    const row = await withCustomer(this.#database.kysely, customerCode, (db) => findKey(db, customerCode, id))
    return row && this.#unseal(customerCode, row.id, row.sealed_key)
  }

  /**
   * The same for texts, of which many are opened at a time: what was found is known for a minute.
   * @param db the transaction in which it is looked for; null: one of its own
   */
  async within(db: CustomerDb | DeploymentDb | null, customerCode: string, id: string): Promise<Buffer | undefined> {
    const name = `${customerCode}\n${id}`
    const known = this.#known.get(name)
    if (known && known.until > performance.now()) return known.key
    const row = await (db ? findKey(db, customerCode, id) : withCustomer(this.#database.kysely, customerCode, (own) => findKey(own, customerCode, id)))
    const key = row && this.#unseal(customerCode, row.id, row.sealed_key)
    if (key) this.#known.set(name, { key, until: performance.now() + KNOWN_MS })
    else this.#known.delete(name)
    return key
  }

  /** Deletes what a customer's files and texts are sealed with: none of them, nor of their copies, can be read any more. @returns how many keys there were. */
  async destroy(customerCode: string): Promise<number> {
    const keys = await withCustomer(this.#database.kysely, customerCode, (db) => deleteKeys(db, customerCode))
    this.forget(customerCode)
    return keys
  }

  forget(customerCode: string): void {
    this.#current.delete(customerCode)
    for (const name of this.#known.keys()) if (name.startsWith(`${customerCode}\n`)) this.#known.delete(name)
  }

  #findOrMake(customerCode: string): Promise<CustomerKey> {
    return withCustomer(this.#database.kysely, customerCode, async (db) => {
      const find = async () => {
        const row = await newestKey(db, customerCode)
        const key = row && this.#unseal(customerCode, row.id, row.sealed_key)
        return row && key && { id: row.id, key }
      }
      const known = await find()
      if (known) return known
      // One process makes it, and the others find it: hashes keyed by two keys would tell two repeats of one send apart.
      await holdKeyMaking(db, customerCode)
      const made = await find()
      if (made) return made
      const key = randomBytes(32)
      const id = await insertKey(db, customerCode, (own) => this.#seal(customerCode, own, key))
      return { id, key }
    })
  }

  #seal(customerCode: string, id: string, key: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#wrapping, nonce).setAAD(Buffer.from(`${customerCode}\n${id}`))
    return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  }

  #unseal(customerCode: string, id: string, sealed: Buffer): Buffer | undefined {
    const decipher = createDecipheriv('aes-256-gcm', this.#wrapping, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(`${customerCode}\n${id}`))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }
}
