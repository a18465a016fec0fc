import type { Tag } from './tag.ts'
import { isQuestion, languageOf } from './tree.ts'

/** A language's own step and all steps below it. */
function* below(tag: Tag): Generator<Tag> {
  yield tag
  for (const child of tag.children) yield* below(child)
}

/** The codes of what a step asks, in one text that can be compared. */
function asked(tag: Tag): string {
  const codes = tag.form_fields.filter(isQuestion).map(({ value }) => value.property_code)
  return codes.toSorted().join('\n')
}

/** Two steps stand for each other where they ask the same and offer as many choices. */
function areAlike(one: Tag, other: Tag): boolean {
  return one.children.length === other.children.length && asked(one) === asked(other)
}

/**
 * The steps of a form's other languages that stand for a step, by language: the one at the same place below its language step where it asks
 * the same; else the only one that asks the same. A language without such a step is missing.
 * @param path from the root to the step, both included
 */
export function siblingSteps(path: readonly Tag[]): Record<string, string> {
  const [root, own] = path
  const step = path.at(-1)
  if (!root || !own || !step || languageOf(own) === undefined) return {}
  const places = path.slice(2).map((tag, at) => path[at + 1]?.children.indexOf(tag) ?? -1)
  const siblings: Record<string, string> = {}
  for (const language of root.children) {
    const code = languageOf(language)
    if (code === undefined || language === own) continue
    const there = places.reduce<Tag | undefined>((tag, place) => tag?.children[place], language)
    const found = step === own ? language : there && areAlike(step, there) ? there : onlyAlike(step, language)
    if (found) siblings[code] = found.code_tag
  }
  return siblings
}

function onlyAlike(step: Tag, language: Tag): Tag | undefined {
  const codes = asked(step)
  if (codes === '') return undefined
  const [found, ...others] = [...below(language)].filter((tag) => asked(tag) === codes)
  return others.length === 0 ? found : undefined
}
