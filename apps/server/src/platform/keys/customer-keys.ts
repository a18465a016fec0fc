import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { type CustomerDb, type DeploymentDb, withCustomer } from '../db/with-customer.ts'
import { deleteKeys, findKey, insertKey, lockKeyCreation, newestKey } from './queries.ts'

/** The encryption key for the files and texts of a customer. */
export interface CustomerKey {
  id: string
  key: Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * TTL in milliseconds of encryption keys in a process's cache. For this long, a server process may still use a key that
 * another process has deleted.
 */
const CACHE_MS = 60_000

/**
 * The customers' encryption keys (envelope encryption). Each key is random and belongs to one customer. It is stored
 * encrypted, with a key derived from the deployment's secret key. Decrypted keys exist only in memory, in a cache. A
 * key may be deleted while a request is being encrypted with it; the statement that stores the request checks this.
 */
export class CustomerKeys {
  readonly #database: Pick<Database, 'kysely'>
  readonly #wrapping: Buffer
  readonly #current = new Map<string, { key: Promise<CustomerKey>; until: number }>()
  readonly #cache = new Map<string, { key: Buffer; until: number }>()

  constructor(database: Pick<Database, 'kysely'>, secretKey: string) {
    this.#database = database
    this.#wrapping = Buffer.from(hkdfSync('sha256', secretKey, '', 'attachment-customer-keys-v1', 32))
  }

  /** Returns the encryption key for a customer's new data. Creates the key on first use. */
  current(customerCode: string): Promise<CustomerKey> {
    const known = this.#current.get(customerCode)
    if (known && known.until > performance.now()) return known.key
    const pending = this.#findOrCreate(customerCode)
    this.#current.set(customerCode, { key: pending, until: performance.now() + CACHE_MS })
    pending.catch(() => this.forget(customerCode))
    return pending
  }

  /**
   * Returns the encryption key with the given id; undefined if the key was deleted or was encrypted with another
   * SECRET_KEY.
   */
  async byId(customerCode: string, id: string): Promise<Buffer | undefined> {
    const row = await withCustomer(this.#database.kysely, customerCode, (db) => findKey(db, customerCode, id))
    return row && this.#decryptKey(customerCode, row.id, row.sealed_key)
  }

  /**
   * Returns the encryption key with the given id, from a cache that keeps keys for one minute. Used for decrypting
   * lists of texts.
   * @param db the transaction in which the key is read; if null, a new one is opened
   */
  async cachedById(db: CustomerDb | DeploymentDb | null, customerCode: string, id: string): Promise<Buffer | undefined> {
    const name = `${customerCode}\n${id}`
    const known = this.#cache.get(name)
    if (known && known.until > performance.now()) return known.key
    const row = await (db ? findKey(db, customerCode, id) : withCustomer(this.#database.kysely, customerCode, (own) => findKey(own, customerCode, id)))
    const key = row && this.#decryptKey(customerCode, row.id, row.sealed_key)
    if (key) this.#cache.set(name, { key, until: performance.now() + CACHE_MS })
    else this.#cache.delete(name)
    return key
  }

  /**
   * Deletes a customer's encryption keys. The customer's encrypted files and texts, and all copies of them, can then no
   * longer be decrypted.
   * @returns the number of deleted keys
   */
  async destroy(customerCode: string): Promise<number> {
    const keys = await withCustomer(this.#database.kysely, customerCode, (db) => deleteKeys(db, customerCode))
    this.forget(customerCode)
    return keys
  }

  /** Removes a customer's encryption keys from the caches of this process. */
  forget(customerCode: string): void {
    this.#current.delete(customerCode)
    for (const name of this.#cache.keys()) if (name.startsWith(`${customerCode}\n`)) this.#cache.delete(name)
  }

  #findOrCreate(customerCode: string): Promise<CustomerKey> {
    return withCustomer(this.#database.kysely, customerCode, async (db) => {
      const find = async () => {
        const row = await newestKey(db, customerCode)
        const key = row && this.#decryptKey(customerCode, row.id, row.sealed_key)
        return row && key && { id: row.id, key }
      }
      const known = await find()
      if (known) return known
      // Creates the customer's encryption key under a lock, so that parallel processes do not create two keys.
      // Identical requests are recognised by their keyed hashes, which would differ with two keys.
      await lockKeyCreation(db, customerCode)
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

  #decryptKey(customerCode: string, id: string, sealed: Buffer): Buffer | undefined {
    const decipher = createDecipheriv('aes-256-gcm', this.#wrapping, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(`${customerCode}\n${id}`))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }
}
