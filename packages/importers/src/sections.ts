import type { SourceCondition, SourceEntry, SourceSection } from './source-form.ts'
import type { SourceText } from './source-text.ts'

/**
 * Collects the pages of a source form and their entries during the import. A group with a condition of its own becomes
 * a separate page.
 */
export class Sections {
  readonly #list: SourceSection[] = []
  #current: SourceSection | undefined

  /** Starts a new page. All entries that are added after this belong to it. */
  start(section: Omit<SourceSection, 'entries'>): void {
    this.#current = { ...section, entries: [] }
    this.#list.push(this.#current)
  }

  add(...entries: SourceEntry[]): void {
    if (!this.#current) this.start({ name: '', place: '', title: {} })
    this.#current?.entries.push(...entries)
  }

  /**
   * Imports a group as a separate page. The elements after the group form another page, which has the same title and
   * condition as the page that contains the group.
   */
  inOwnSection(own: { name: string; place: string; title: SourceText; condition: SourceCondition | undefined }, read: () => void): void {
    const around = this.#current
    this.start(own)
    read()
    this.start({ name: around?.name ?? '', place: around?.place ?? '', title: around?.title ?? {}, condition: around?.condition })
  }

  /** Returns the pages that contain at least one entry. */
  list(): SourceSection[] {
    return this.#list.filter(({ entries }) => entries.length > 0)
  }
}

/**
 * Combines the condition of a group with that of an element in the group. If both have a condition, the result contains
 * only the texts of the conditions.
 */
export function bothConditions(outer: SourceCondition | undefined, inner: SourceCondition | undefined): SourceCondition | undefined {
  if (!outer || !inner) return outer ?? inner
  return { text: `${outer.text} and ${inner.text}` }
}
