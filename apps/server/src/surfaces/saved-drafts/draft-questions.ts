import { furtherFieldsOf, isQuestion, type Question, questionOf, type Tag } from '@sportello/contract'
import { fieldsOf, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'

/** A question of a form's version, with the id that stays the same when its code changes. */
export interface DraftQuestion {
  id: string | undefined
  code: string
  label: string
  question: Question
  /** True if one of the steps on the visitor's path asks it. */
  isOnPath: boolean
}

/**
 * Forms with more steps are searched only on the visitor's path, because reading all steps of a large form takes longer than a
 * call may.
 */
const SEARCHED_STEPS = 2_000

/** Returns the questions of a version: first those on the visitor's path, then those of the other steps. Each code occurs once. */
export function draftQuestions(published: PublishedDefinition, path: readonly Tag[]): ReadonlyMap<string, DraftQuestion> {
  const found = new Map<string, DraftQuestion>()
  const add = (tag: Tag, isOnPath: boolean) => {
    const own = fieldsOf(tag)
      .filter(isQuestion)
      .map((field) => ({ id: field.id, field }))
    const further = furtherFieldsOf(tag).map((field) => ({ id: undefined, field }))
    for (const { id, field } of [...own, ...further]) {
      const { property_code: code, property_description: label } = field.value
      if (!found.has(code)) found.set(code, { id, code, label, question: questionOf(field), isOnPath })
    }
  }
  for (const tag of path) add(tag, true)
  for (const { tag } of otherSteps(published)) add(tag, false)
  return found
}

/** Returns the step of a version that has the given id or, if none has it, the given code. */
export function stepOf(published: PublishedDefinition, { id, code_tag }: Pick<Tag, 'id' | 'code_tag'>) {
  const same = published.nodes.get(code_tag)
  if (id === undefined || same?.tag.id === id) return same
  return otherSteps(published).find(({ tag }) => tag.id === id) ?? same
}

function otherSteps({ nodes }: PublishedDefinition) {
  return nodes.size > SEARCHED_STEPS ? [] : [...nodes.values()]
}
