import { isLanguage } from '@sportello/contract'
import { LRUCache } from 'lru-cache'
import type { Customer } from '../../catalogue/customers/rules.ts'

/** Limit in bytes for the pages that one process caches, over all customers. */
const MAX_BYTES = 32 * 1_048_576
/** Estimated bytes of an entry's key and of the cache's bookkeeping for it. */
const ENTRY_BYTES = 1_024

/** LRU cache of rendered pages that all visitors of one language share. */
export class PageCache {
  readonly #pages: LRUCache<string, string>
  /**
   * A number for each customer object, as a part of the cache key. A changed customer is a new object with a new
   * number, so the pages of the old object are never found again.
   */
  readonly #generations = new WeakMap<Customer, number>()
  #generation = 0

  constructor(maxSize = MAX_BYTES) {
    // Counts two bytes per character if needed: V8 stores a string that way as soon as one character needs two bytes.
    this.#pages = new LRUCache({ maxSize, sizeCalculation: (html, key) => ENTRY_BYTES + 2 * (html.length + key.length) })
  }

  /** Returns the cache key of a page. @param parts everything that the page depends on besides the customer */
  keyOf(customer: Customer, parts: readonly unknown[]): string {
    const generation = this.#generations.get(customer) ?? this.#generation++
    this.#generations.set(customer, generation)
    return JSON.stringify([generation, ...parts])
  }

  get(key: string): string | undefined {
    return this.#pages.get(key)
  }

  set(key: string, html: string): void {
    this.#pages.set(key, html)
  }
}

/**
 * Returns the languages that determine a page: the first preferred language that the form has, and the first that the
 * product has. All other languages of a browser are ignored, so that pages can be cached.
 */
export function decidingLanguages(customer: Customer | undefined, wanted: readonly string[]): string[] {
  const ofForm = new Set<string>((customer?.published.languages ?? []).map(({ lang_code }) => lang_code))
  const deciding = [wanted.find((code) => ofForm.has(code)), wanted.find(isLanguage)]
  return [...new Set(wanted)].filter((code) => deciding.includes(code))
}
