import { isLanguage } from '@sportello/contract'
import { LRUCache } from 'lru-cache'
import type { Customer } from '../../catalogue/customers/rules.ts'

/** Limit in bytes for the rendered pages of all customers that one process caches. */
const MAX_BYTES = 32 * 1_048_576
/** Estimated bytes of memory for the key of a cached page and the cache's bookkeeping. */
const ENTRY_BYTES = 1_024

/** LRU cache of rendered pages that all visitors of one language share. */
export class PageCache {
  readonly #pages: LRUCache<string, string>
  /**
   * A number for each customer object, as a part of the keys of cached pages. A changed customer is a new object with a
   * new number, so the old pages are never found again.
   */
  readonly #generations = new WeakMap<Customer, number>()
  #generation = 0

  constructor(maxSize = MAX_BYTES) {
    // Counts two bytes per character of a cached page if needed, because V8 stores the whole string that way as soon as
    // one character needs two bytes.
    this.#pages = new LRUCache({ maxSize, sizeCalculation: (html, key) => ENTRY_BYTES + 2 * (html.length + key.length) })
  }

  /** Returns the key of a page in the cache. @param parts everything that the page depends on besides the customer */
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
 * Returns the languages that determine a page: the visitor's first preferred language that the form has, and the first
 * that the product has. All other languages of the browser are ignored, so that pages can be cached.
 */
export function decidingLanguages(customer: Customer | undefined, wanted: readonly string[]): string[] {
  const ofForm = new Set<string>((customer?.published.languages ?? []).map(({ lang_code }) => lang_code))
  const deciding = [wanted.find((code) => ofForm.has(code)), wanted.find(isLanguage)]
  return [...new Set(wanted)].filter((code) => deciding.includes(code))
}
