import { MAX_PLANNED_SIZE, MAX_PLANNED_STEPS } from './limits.ts'
import { headingBlock, type SourceCondition, type SourceEntry, type SourceQuestion, type SourceSection } from './source-form.ts'
import { escapeHtml, mapText, paragraphs, type SourceText, textIn } from './source-text.ts'

/**
 * An entry of a source form in a planned step. `optional` is true if the importer could not convert the condition of
 * the entry or of its page; the answer must then not be required.
 */
interface PlannedEntry {
  entry: SourceEntry
  optional: boolean
}

/** A condition of a source form that the importer could not convert. */
interface OpenCondition {
  place: string
  text: string
}

/** A step that is planned for the imported form, before it is written in a language. */
export interface PlannedStep {
  name: string
  title: SourceText
  entries: PlannedEntry[]
  children: PlannedStep[]
  open: OpenCondition[]
  /** The choice question whose options become the child steps of this step. */
  decidedBy?: SourceQuestion
  /** Number of pages that were merged into this step, because the tree would otherwise be too deep. */
  joined: number
}

/**
 * Thrown if the branches of a source form would require too many copies of pages. The importer then plans the form
 * without branches.
 */
class TooManyCopies extends Error {}

/**
 * Plans the steps of an imported form as a tree. Consecutive pages become a chain of steps. If the answer to a choice
 * question determines which later pages are shown, the options of that question become child steps, and the later pages
 * are copied into each branch.
 * @param maxDepth maximum number of levels below the first step
 */
export function planSteps(sections: readonly SourceSection[], maxDepth: number): PlannedStep | undefined {
  try {
    return new Planner(true).plan(sections, new Map(), maxDepth)
  } catch (error) {
    if (!(error instanceof TooManyCopies)) throw error
    return new Planner(false).plan(sections, new Map(), maxDepth)
  }
}

type Answers = ReadonlyMap<string, string>

/** A page of the source form, and what is known about its conditions in the current branch. */
interface Page {
  section: SourceSection
  entries: PlannedEntry[]
  open: OpenCondition[]
}

class Planner {
  readonly #branches: boolean
  #steps = 0
  #size = 0

  constructor(branches: boolean) {
    this.#branches = branches
  }

  plan(sections: readonly SourceSection[], known: Answers, levels: number, own?: SourceText): PlannedStep | undefined {
    const { first, rest } = splitPages(sections.flatMap((section) => pageOf(section, known)))
    if (!first) return undefined
    const step = this.#stepOf(first, own)
    if (levels === 0) return joinAll(step, rest)
    const decision = this.#branches ? this.#decision(first, rest, known, levels) : undefined
    if (decision) {
      const kept = step.entries.filter(({ entry }) => entry !== decision.question)
      const asked = headingBlock(decision.question.place, mapText(decision.question.label, paragraphs))
      const entries = textIn(asked.html, undefined) === '' ? kept : [...kept, { entry: asked, optional: false }]
      return { ...step, entries, children: decision.children, decidedBy: decision.question }
    }
    const next = this.plan(
      rest.map(({ section }) => section),
      known,
      levels - 1,
    )
    return { ...step, children: next ? [next] : [] }
  }

  /**
   * Returns the choice question on a page that determines which later pages are shown, with a branch for each option.
   * Returns undefined if no question on the page does so.
   */
  #decision(page: Page, rest: readonly Page[], known: Answers, levels: number): { question: SourceQuestion; children: PlannedStep[] } | undefined {
    const asked = new Set(rest.flatMap(({ section }) => section.condition?.question ?? []))
    for (const { entry, optional } of page.entries) {
      if (entry.kind !== 'question' || optional || entry.hidden || !asked.has(entry.name)) continue
      const { input } = entry
      if ((input.type !== 'select' && input.type !== 'slider') || input.choices.length < 2) continue
      const children = this.#branchesOf(entry, input.choices, rest, known, levels)
      if (children) return { question: entry, children }
    }
    return undefined
  }

  #branchesOf(
    question: SourceQuestion,
    choices: readonly { key: string; label: SourceText }[],
    rest: readonly Page[],
    known: Answers,
    levels: number,
  ): PlannedStep[] | undefined {
    const sections = rest.map(({ section }) => section)
    const children: PlannedStep[] = []
    for (const { key, label } of choices) {
      const child = this.plan(sections, new Map([...known, [question.name, key]]), levels - 1, textIn(label, undefined) === '' ? { default: key } : label)
      if (!child || !canBeSent(child)) return undefined
      children.push(child)
    }
    return children
  }

  #stepOf({ section, entries, open }: Page, own: SourceText | undefined): PlannedStep {
    this.#steps += 1
    this.#size += entries.reduce((sum, { entry }) => sum + sizeOf(entry), 0)
    if (this.#branches && (this.#steps > MAX_PLANNED_STEPS || this.#size > MAX_PLANNED_SIZE)) throw new TooManyCopies()
    const headed = own && textIn(own, undefined) !== textIn(section.title, undefined) ? [...headingOf(section), ...entries] : entries
    return { name: own ? textIn(own, undefined) : section.name, title: own ?? section.title, entries: headed, children: [], open, joined: 0 }
  }
}

/** Estimated size of a field and of an option as JSON, in characters, without their texts. */
const FIELD_SIZE = 150
const OPTION_SIZE = 30

/** Estimates the size of an entry as JSON, in characters. */
function sizeOf(entry: SourceEntry): number {
  const lengthOf = (text: SourceText | undefined) => textIn(text, undefined).length
  if (entry.kind === 'block') return FIELD_SIZE + lengthOf(entry.html)
  const choices = 'choices' in entry.input ? entry.input.choices : []
  const options = choices.reduce((sum, { key, label }) => sum + OPTION_SIZE + key.length + lengthOf(label), 0)
  return FIELD_SIZE + lengthOf(entry.label) + lengthOf(entry.help) + options
}

/**
 * Returns the page of a section as a list, for the branch with the given answers. The list is empty if this branch does
 * not
 * show the section.
 */
function pageOf(section: SourceSection, known: Answers): Page[] {
  const state = stateOf(section.condition, known)
  if (state === 'hidden') return []
  const open: OpenCondition[] = state === 'open' && section.condition ? [{ place: section.place, text: section.condition.text }] : []
  const entries: PlannedEntry[] = []
  for (const entry of section.entries) {
    const own = stateOf(entry.condition, known)
    if (own === 'hidden') continue
    if (own === 'open' && entry.condition) open.push({ place: entry.place, text: entry.condition.text })
    entries.push({ entry, optional: state === 'open' || own === 'open' })
  }
  return entries.length === 0 ? [] : [{ section, entries, open }]
}

function stateOf(condition: SourceCondition | undefined, known: Answers): 'shown' | 'hidden' | 'open' {
  if (!condition) return 'shown'
  const answer = condition.question === undefined ? undefined : known.get(condition.question)
  if (answer === undefined || !condition.values) return 'open'
  return condition.values.includes(answer) ? 'shown' : 'hidden'
}

const hasQuestion = (entries: readonly PlannedEntry[]) => entries.some(({ entry }) => entry.kind === 'question')

/**
 * Separates the first page of a source form from the other pages. If no later page has questions, all pages are merged,
 * because a request can be submitted only from a step with questions.
 */
function splitPages(pages: readonly Page[]): { first: Page | undefined; rest: Page[] } {
  const [first, ...rest] = pages
  if (!first || rest.some(({ entries }) => hasQuestion(entries))) return { first, rest }
  const joined: Page = {
    section: first.section,
    entries: [...first.entries, ...rest.flatMap(({ section, entries }) => [...headingOf(section), ...entries])],
    open: [...first.open, ...rest.flatMap(({ open }) => open)],
  }
  return { first: joined, rest: [] }
}

function headingOf({ name, title, place }: SourceSection): PlannedEntry[] {
  // A page without a name contains the elements outside all groups. Its title is the title of the form, so it needs no
  // heading of its own.
  if (name === '' || textIn(title, undefined) === '') return []
  return [
    {
      entry: headingBlock(
        place,
        mapText(title, (words) => `<h3>${escapeHtml(words)}</h3>`),
      ),
      optional: false,
    },
  ]
}

/**
 * Returns true if every path below a step ends with a step that has questions, so that the visitor can submit the
 * request there.
 */
function canBeSent({ children, entries }: PlannedStep): boolean {
  return children.length === 0 ? hasQuestion(entries) : children.every(canBeSent)
}

/** Merges all later pages of the source form into a step at the maximum depth. */
function joinAll(step: PlannedStep, rest: readonly Page[]): PlannedStep {
  return {
    ...step,
    entries: [...step.entries, ...rest.flatMap(({ section, entries }) => [...headingOf(section), ...entries])],
    open: [...step.open, ...rest.flatMap(({ open }) => open)],
    joined: rest.length,
  }
}
