import { isLanguage } from '@sportello/contract'
import { LRUCache } from 'lru-cache'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { type CompressedPage, compressPage } from './compressed-page.ts'

/** Maximum memory in bytes that one process uses to cache rendered pages, for all customers together. */
const MAX_BYTES = 32 * 1_048_576
/** Estimated bytes of memory for the key of a cached page and the cache's bookkeeping. */
const ENTRY_BYTES = 1_024

/** Number of readers after which a page is compressed once more, as small as possible. Most pages of a form have fewer before it changes. */
export const READERS_OF_SMALL_PAGES = 50

/**
 * True while a page is compressed as small as possible. This takes a thread for a tenth of a second, so that only one page
 * at a time may do it, however many get their fiftieth reader at once.
 */
let isShrinking = false

/** A page in the cache. It is compressed when the first browser that accepts brotli requests it. */
export class CachedPage {
  readonly html: string
  #compressing: Promise<CompressedPage | null> | undefined
  #compressed: CompressedPage | null = null
  #readers = 0
  #isSmall = false

  constructor(html: string) {
    this.html = html
  }

  get isCompressed(): boolean {
    return this.#compressing !== undefined
  }

  /** Compresses the page if it is not yet. Returns false if it must be compressed again for each response. */
  async compress(): Promise<boolean> {
    this.#compressing ??= compressPage(this.html)
    this.#compressed ??= await this.#compressing
    return this.#compressed !== null
  }

  /**
   * Returns the compressed page with the given nonce.
   * @param memory is used for the page if it is large enough
   * @throws if it is not compressed
   */
  withNonce(nonce: string, memory?: Buffer): Buffer {
    if (!this.#compressed) throw new Error('the page is not compressed')
    this.#readers += 1
    if (this.#readers >= READERS_OF_SMALL_PAGES && !this.#isSmall && !isShrinking) void this.#shrink()
    return this.#compressed.withNonce(nonce, memory)
  }

  /**
   * Compresses the page again. Readers get the larger one meanwhile, and for ever if that fails. A page of a few hundred
   * bytes can become larger; then it stays as it was.
   */
  async #shrink(): Promise<void> {
    isShrinking = true
    this.#isSmall = true
    const small = await compressPage(this.html, 'small').catch(() => null)
    isShrinking = false
    if (small && this.#compressed && small.bytes < this.#compressed.bytes) this.#compressed = small
  }
}

/** LRU cache of rendered pages that all visitors with the same language share. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>
  /**
   * A number for each customer object. Keys of cached pages contain this number. When a customer changes, it becomes a
   * new
   * object with a new number, and the old pages are no longer found.
   */
  readonly #generations = new WeakMap<Customer, number>()
  #generation = 0

  constructor(maxSize = MAX_BYTES) {
    // Counts two bytes per character of a cached page, because V8 stores the whole string with two bytes per character
    // as soon as one character needs two bytes. A third byte is for the compressed page.
    this.#pages = new LRUCache({ maxSize, sizeCalculation: ({ html }, key) => ENTRY_BYTES + 3 * html.length + 2 * key.length })
  }

  /**
   * Returns the key of a page in the cache. @param parts all values on which the page depends in addition to the
   * customer
   */
  keyOf(customer: Customer, parts: readonly unknown[]): string {
    const generation = this.#generations.get(customer) ?? this.#generation++
    this.#generations.set(customer, generation)
    return JSON.stringify([generation, ...parts])
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  set(key: string, page: CachedPage): void {
    this.#pages.set(key, page)
  }
}

/**
 * Returns the two languages that determine a page: the first preferred language of the visitor that the form has, and
 * the
 * first that the product has. Ignores all other languages of the browser, so that more visitors can share a cached
 * page.
 */
export function decidingLanguages(customer: Customer | undefined, wanted: readonly string[]): string[] {
  const ofForm = new Set<string>((customer?.published.languages ?? []).map(({ lang_code }) => lang_code))
  const deciding = [wanted.find((code) => ofForm.has(code)), wanted.find(isLanguage)]
  return [...new Set(wanted)].filter((code) => deciding.includes(code))
}
