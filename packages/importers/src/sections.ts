import type { SourceCondition, SourceEntry, SourceSection } from './source-form.ts'
import type { SourceText } from './source-text.ts'

/**
 * Collects the pages of a source form with their entries while the importer reads it. A group with its own condition
 * becomes a separate page.
 */
export class Sections {
  readonly #list: SourceSection[] = []
  #current: SourceSection | undefined

  /** Starts a page of the source form; the entries that are added next belong to the page. */
  start(section: Omit<SourceSection, 'entries'>): void {
    this.#current = { ...section, entries: [] }
    this.#list.push(this.#current)
  }

  add(...entries: SourceEntry[]): void {
    if (!this.#current) this.start({ name: '', place: '', title: {} })
    this.#current?.entries.push(...entries)
  }

  /**
   * Imports a group of a source form as a separate page. The elements after the group get a new page with the title and
   * condition of the page that contained the group.
   */
  inOwnSection(own: { name: string; place: string; title: SourceText; condition: SourceCondition | undefined }, read: () => void): void {
    const around = this.#current
    this.start(own)
    read()
    this.start({ name: around?.name ?? '', place: around?.place ?? '', title: around?.title ?? {}, condition: around?.condition })
  }

  /** Returns the pages of the source form that have entries. */
  list(): SourceSection[] {
    return this.#list.filter(({ entries }) => entries.length > 0)
  }
}

/**
 * Combines the conditions of a group and of an element in it. If both have a condition, the result contains only the
 * text of both.
 */
export function bothConditions(outer: SourceCondition | undefined, inner: SourceCondition | undefined): SourceCondition | undefined {
  if (!outer || !inner) return outer ?? inner
  return { text: `${outer.text} and ${inner.text}` }
}
