import type { SourceCondition, SourceEntry, SourceSection } from './source-form.ts'
import type { SourceText } from './source-text.ts'

/** Where an importer collects what it reads: pages with their entries. A group with a condition of its own becomes a page of its own. */
export class Sections {
  readonly #list: SourceSection[] = []
  #current: SourceSection | undefined

  /** Starts a page; the entries that follow belong to it. */
  start(section: Omit<SourceSection, 'entries'>): void {
    this.#current = { ...section, entries: [] }
    this.#list.push(this.#current)
  }

  add(...entries: SourceEntry[]): void {
    if (!this.#current) this.start({ name: '', place: '', title: {} })
    this.#current?.entries.push(...entries)
  }

  /** Reads a group as a page of its own; what follows continues the page around it, with the same title and condition. */
  inOwnSection(own: { name: string; place: string; title: SourceText; condition: SourceCondition | undefined }, read: () => void): void {
    const around = this.#current
    this.start(own)
    read()
    this.start({ name: around?.name ?? '', place: around?.place ?? '', title: around?.title ?? {}, condition: around?.condition })
  }

  /** Returns the pages that have entries. */
  list(): SourceSection[] {
    return this.#list.filter(({ entries }) => entries.length > 0)
  }
}

/** Combines the conditions of a group and of an element in it; the result is not clear if both have one. */
export function bothConditions(outer: SourceCondition | undefined, inner: SourceCondition | undefined): SourceCondition | undefined {
  if (!outer || !inner) return outer ?? inner
  return { text: `${outer.text} and ${inner.text}` }
}
