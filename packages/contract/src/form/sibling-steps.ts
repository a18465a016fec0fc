import type { Tag } from './tag.ts'
import { isQuestion, languageOf } from './tree.ts'

/** Yields a language step and all steps below it. */
function* below(tag: Tag): Generator<Tag> {
  yield tag
  for (const child of tag.children) yield* below(child)
}

/**
 * Returns the property codes of a step's questions, sorted and joined to one text. Two steps have the same questions if
 * these texts are the same.
 */
function asked(tag: Tag): string {
  const codes = tag.form_fields.filter(isQuestion).map(({ value }) => value.property_code)
  return codes.toSorted().join('\n')
}

/**
 * Returns true if two steps are equivalent, that is, if they have the same questions and the same number of child
 * steps.
 */
export function areEquivalent(one: Tag, other: Tag): boolean {
  return one.children.length === other.children.length && asked(one) === asked(other)
}

/** Returns the key that a step and all its translations share: the id of the step in the first language of the form. */
const twinKey = ({ twin_of: twin, id }: Tag) => twin ?? id

/** The steps of a language, found by what they have in common with their translations. */
interface LanguageSteps {
  /** Returns the steps with a twin key, in the order of the form. */
  withKey: (key: string) => readonly Tag[]
  /** Returns the steps with the same questions (`asked`). */
  asking: (codes: string) => readonly Tag[]
}

/** Finds steps by reading the whole language each time. */
const scanned = (language: Tag): LanguageSteps => ({
  withKey: (key) => [...below(language)].filter((tag) => twinKey(tag) === key),
  asking: (codes) => [...below(language)].filter((tag) => asked(tag) === codes),
})

/**
 * Returns a function that finds the steps of a language and reads each language only once: for callers that look for the
 * siblings of all steps of a form, which would otherwise take time that grows with the square of the steps.
 */
export function indexedLanguages(): (language: Tag) => LanguageSteps {
  const known = new Map<Tag, LanguageSteps>()
  return (language) => {
    const found = known.get(language) ?? indexed(language)
    known.set(language, found)
    return found
  }
}

function indexed(language: Tag): LanguageSteps {
  const steps = [...below(language)]
  const byKey = Map.groupBy(steps, twinKey)
  const byQuestions = Map.groupBy(steps, asked)
  return { withKey: (key) => byKey.get(key) ?? [], asking: (codes) => byQuestions.get(codes) ?? [] }
}

/**
 * Returns the codes of the same step in the form's other languages, keyed by language. Uses the first that exists: the
 * translation that the author has assigned (`twin_of`), the step at the same position if it is equivalent, the only
 * equivalent step. Languages without such a step have no entry.
 * @param path the steps from the root to the step, including both
 */
export function siblingSteps(path: readonly Tag[], stepsOf: (language: Tag) => LanguageSteps = scanned): Record<string, string> {
  const [root, own] = path
  const step = path.at(-1)
  if (!root || !own || !step || languageOf(own) === undefined) return {}
  const places = path.slice(2).map((tag, at) => path[at + 1]?.children.indexOf(tag) ?? -1)
  const siblings: Record<string, string> = {}
  for (const language of root.children) {
    const code = languageOf(language)
    if (code === undefined || language === own) continue
    const there = places.reduce<Tag | undefined>((tag, place) => tag?.children[place], language)
    const steps = stepsOf(language)
    const found = step === own ? language : (twinOf(step, there, steps) ?? (there && areEquivalent(step, there) ? there : onlyAlike(step, steps)))
    if (found) siblings[code] = found.code_tag
  }
  return siblings
}

/**
 * Returns the translation of a step in another language. Checks the step at the same position first, because it usually
 * is the translation.
 */
function twinOf(step: Tag, there: Tag | undefined, steps: LanguageSteps): Tag | undefined {
  const key = twinKey(step)
  const isTwin = (tag: Tag) => twinKey(tag) === key && (tag.twin_of !== undefined || step.twin_of !== undefined)
  if (key === undefined) return undefined
  if (there && isTwin(there)) return there
  return steps.withKey(key).find(isTwin)
}

function onlyAlike(step: Tag, steps: LanguageSteps): Tag | undefined {
  const codes = asked(step)
  if (codes === '') return undefined
  const [found, ...others] = steps.asking(codes)
  return others.length === 0 ? found : undefined
}
