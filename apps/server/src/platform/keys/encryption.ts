import { textSetting } from '@sportello/contract'
import type { Json } from '../db/schema.ts'
import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'
import type { CustomerKey, CustomerKeys } from './customer-keys.ts'
import { decryptText, encryptText, keyIdOf, type Place } from './encrypted-text.ts'
import { lockKey } from './queries.ts'

/**
 * Error for a text that cannot be decrypted: its key was deleted, or the text was changed or copied from another place.
 */
export class Unreadable extends Error {
  constructor({ column, id }: Place) {
    super(`${column} of ${id} cannot be read: its key is gone, or it is not what was stored`)
  }
}

/**
 * Encrypts and decrypts visitors' texts in database columns. Texts that were stored before encryption was turned on are
 * in plain text, and are returned unchanged.
 */
export class Encryption {
  readonly #keys: Pick<CustomerKeys, 'current' | 'cachedById' | 'forget'>
  readonly #settings: () => Promise<ReadonlyMap<string, string>>

  constructor(keys: Pick<CustomerKeys, 'current' | 'cachedById' | 'forget'>, settings: () => Promise<ReadonlyMap<string, string>>) {
    this.#keys = keys
    this.#settings = settings
  }

  /** Returns true if the server encrypts visitors' new texts (setting `seal_answers`). */
  async isWanted(): Promise<boolean> {
    return textSetting(await this.#settings(), 'seal_answers') === 'true'
  }

  /**
   * Returns the key that encrypts new texts of a customer; null if new texts are not encrypted. Another process may
   * delete
   * the key before the texts are stored. The caller must therefore check the key again when it stores them.
   */
  async key(customerCode: string): Promise<CustomerKey | null> {
    return (await this.isWanted()) ? this.#keys.current(customerCode) : null
  }

  /**
   * Locks a customer's encryption key until the transaction ends. Returns the given key, or a new key if the given key
   * was deleted. Only the creation of a new key needs a second database connection.
   */
  async held(db: CustomerDb | DeploymentDb, customerCode: string, key: CustomerKey | null): Promise<CustomerKey | null> {
    if (!key || (await lockKey(db, customerCode, key.id))) return key
    this.#keys.forget(customerCode)
    return this.key(customerCode)
  }

  /**
   * Decrypts a text of a visitor.
   * @param db the transaction in which the key is read; if null, a new one is opened
   * @throws Unreadable.
   */
  async open(db: CustomerDb | DeploymentDb | null, place: Place, text: string): Promise<string> {
    const keyId = keyIdOf(text)
    if (keyId === null) return text
    const key = await this.#keys.cachedById(db, place.customerCode, keyId)
    const opened = key && decryptText(key, place, text)
    if (opened === undefined) throw new Unreadable(place)
    return opened
  }

  /**
   * Decrypts a JSON value from the database. A stored string must be an encrypted text, because no plain value is a
   * string. @throws Unreadable.
   */
  async openJson(db: CustomerDb | DeploymentDb | null, place: Place, value: Json): Promise<Json> {
    if (typeof value !== 'string') return value
    if (keyIdOf(value) === null) throw new Unreadable(place)
    return JSON.parse(await this.open(db, place, value))
  }
}

/** Returns the result of a decryption; undefined if the text can no longer be decrypted. */
export async function ifReadable<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Returns a visitor's text as the database stores it: encrypted if a key is given, otherwise in plain text. */
export function stored(key: CustomerKey | null, place: Place, text: string): string {
  return key ? encryptText(key, place, text) : text
}

/** Returns a JSON value as the database stores it: encrypted if a key is given, otherwise in plain text. */
export function encryptedJson(key: CustomerKey | null, place: Place, value: Json): Json {
  return key && value !== null ? encryptText(key, place, JSON.stringify(value)) : value
}

/**
 * Decrypts database rows one after the other. The first row puts the encryption key into the cache, and the other rows
 * use
 * it from there.
 */
export async function decryptEach<Row, Opened>(rows: readonly Row[], open: (row: Row) => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const row of rows) opened.push(await open(row))
  return opened
}
