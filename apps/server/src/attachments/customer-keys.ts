import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { withCustomer } from '../db/with-customer.ts'
import { deleteKeys, findKey, insertKey, newestKey } from './queries.ts'

/** A customer's key, as files are sealed with it. */
export interface CustomerKey {
  id: string
  key: Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The customers' keys: random, one a customer, kept sealed by a key that is derived from the deployment's secret. In memory only as
 * long as the process lives; whether the key still stands, the send's own statement judges.
 */
export class CustomerKeys {
  readonly #database: Pick<Database, 'kysely'>
  readonly #wrapping: Buffer
  readonly #current = new Map<string, Promise<CustomerKey>>()

  constructor(database: Pick<Database, 'kysely'>, secretKey: string) {
    this.#database = database
    this.#wrapping = Buffer.from(hkdfSync('sha256', secretKey, '', 'attachment-customer-keys-v1', 32))
  }

  /** What new files of a customer are sealed with; made at the first one. */
  current(customerCode: string): Promise<CustomerKey> {
    const known = this.#current.get(customerCode)
    if (known) return known
    const sought = this.#findOrMake(customerCode)
    this.#current.set(customerCode, sought)
    sought.catch(() => this.forget(customerCode))
    return sought
  }

  /** The key of a file that is stored; undefined where it was deleted, or was sealed with another secret of the deployment. */
  async byId(customerCode: string, id: string): Promise<Buffer | undefined> {
    const row = await withCustomer(this.#database.kysely, customerCode, (db) => findKey(db, customerCode, id))
    return row && this.#unseal(customerCode, row.id, row.sealed_key)
  }

  /** Deletes what a customer's files are sealed with: none of them, nor of their copies, can be read any more. @returns how many keys there were. */
  async destroy(customerCode: string): Promise<number> {
    const keys = await withCustomer(this.#database.kysely, customerCode, (db) => deleteKeys(db, customerCode))
    this.forget(customerCode)
    return keys
  }

  forget(customerCode: string): void {
    this.#current.delete(customerCode)
  }

  #findOrMake(customerCode: string): Promise<CustomerKey> {
    return withCustomer(this.#database.kysely, customerCode, async (db) => {
      const row = await newestKey(db, customerCode)
      const found = row && this.#unseal(customerCode, row.id, row.sealed_key)
      if (row && found) return { id: row.id, key: found }
      // Two processes at once may make one each: both stand, and each file names its own.
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
