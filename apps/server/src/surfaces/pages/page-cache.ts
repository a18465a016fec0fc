import { isLanguage } from '@sportello/contract'
import { LRUCache } from 'lru-cache'
import type { Customer } from '../../catalogue/customers/rules.ts'

/** Memory of the rendered pages that one process keeps, of all customers together. */
const MAX_BYTES = 32 * 1_048_576
/** Keys and the cache's own records of an entry. */
const ENTRY_BYTES = 1_024

/** Rendered pages that all visitors of one language see alike. The pages that nobody asked for longest are dropped. */
export class PageCache {
  readonly #pages: LRUCache<string, string>
  /** A changed customer is a new object: pages of the old one are never found again. */
  readonly #generations = new WeakMap<Customer, number>()
  #generation = 0

  constructor(maxSize = MAX_BYTES) {
    // A page is held in two bytes a character as soon as one character needs it.
    this.#pages = new LRUCache({ maxSize, sizeCalculation: (html, key) => ENTRY_BYTES + 2 * (html.length + key.length) })
  }

  /** @param parts everything that the page depends on beside the customer */
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
 * The wanted languages that decide how a page looks: the first one that the form speaks, and the first one that the product's own texts speak. Whatever else
 * a browser lists, and in whatever order, changes nothing.
 */
export function decidingLanguages(customer: Customer | undefined, wanted: readonly string[]): string[] {
  const ofForm = new Set<string>((customer?.published.languages ?? []).map(({ lang_code }) => lang_code))
  const deciding = [wanted.find((code) => ofForm.has(code)), wanted.find(isLanguage)]
  return [...new Set(wanted)].filter((code) => deciding.includes(code))
}
