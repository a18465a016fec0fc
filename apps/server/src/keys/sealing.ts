import { textSetting } from '@sportello/contract'
import type { Json } from '../db/schema.ts'
import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'
import type { CustomerKey, CustomerKeys } from './customer-keys.ts'
import { holdKey } from './queries.ts'
import { keyIdOf, openText, type Place, sealText } from './sealed-text.ts'

/** A text whose key is gone, or that stands where it was not put. */
export class Unreadable extends Error {
  constructor({ column, id }: Place) {
    super(`${column} of ${id} cannot be read: its key is gone, or it is not what was stored`)
  }
}

/** Seals what people have written in the columns where it is kept, and opens it. Texts from before lie open, and are read as they are. */
export class Sealing {
  readonly #keys: Pick<CustomerKeys, 'current' | 'within' | 'forget'>
  readonly #settings: () => Promise<ReadonlyMap<string, string>>

  constructor(keys: Pick<CustomerKeys, 'current' | 'within' | 'forget'>, settings: () => Promise<ReadonlyMap<string, string>>) {
    this.#keys = keys
    this.#settings = settings
  }

  /** Whether what is new is sealed (`seal_answers`). */
  async isWanted(): Promise<boolean> {
    return textSetting(await this.#settings(), 'seal_answers') === 'true'
  }

  /** What new texts of a customer are sealed with; null where they are left open. It may be gone since: `held`, or the statement that uses it, looks. */
  async key(customerCode: string): Promise<CustomerKey | null> {
    return (await this.isWanted()) ? this.#keys.current(customerCode) : null
  }

  /**
   * A key that stays until the transaction ends: the one that was got before it or, where that was deleted meanwhile, a new one, for which
   * alone another connection is needed.
   */
  async held(db: CustomerDb | DeploymentDb, customerCode: string, key: CustomerKey | null): Promise<CustomerKey | null> {
    if (!key || (await holdKey(db, customerCode, key.id))) return key
    this.#keys.forget(customerCode)
    return this.key(customerCode)
  }

  /** @param db null: in a transaction of its own, where the key is not known. @throws Unreadable. */
  async open(db: CustomerDb | DeploymentDb | null, place: Place, text: string): Promise<string> {
    const keyId = keyIdOf(text)
    if (keyId === null) return text
    const key = await this.#keys.within(db, place.customerCode, keyId)
    const opened = key && openText(key, place, text)
    if (opened === undefined) throw new Unreadable(place)
    return opened
  }

  /** A value, never a mere text, that was sealed as JSON. @throws Unreadable. */
  async openJson(db: CustomerDb | DeploymentDb | null, place: Place, value: Json): Promise<Json> {
    if (typeof value !== 'string') return value
    if (keyIdOf(value) === null) throw new Unreadable(place)
    return JSON.parse(await this.open(db, place, value))
  }
}

/** What a view can show of something sealed; undefined where nobody can read it any more. */
export async function ifReadable<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** A text as it is stored: sealed, where there is a key to seal it with. */
export function stored(key: CustomerKey | null, place: Place, text: string): string {
  return key ? sealText(key, place, text) : text
}

/** The same of what is stored as JSON. */
export function storedJson(key: CustomerKey | null, place: Place, value: Json): Json {
  return key && value !== null ? sealText(key, place, JSON.stringify(value)) : value
}

/** Opens one row after the other: the first finds the key, the others know it. */
export async function openEach<Row, Opened>(rows: readonly Row[], open: (row: Row) => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const row of rows) opened.push(await open(row))
  return opened
}
