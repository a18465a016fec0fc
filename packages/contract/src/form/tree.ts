import type { FormField, QuestionField } from './form-field.ts'
import { furtherOf } from './further-questions.ts'
import type { Definition, Tag } from './tag.ts'

/** A step of a form definition with its position in the tree. */
export interface TagNode {
  tag: Tag
  /** The steps from the root of the form definition to this step, including both. */
  path: readonly Tag[]
}

/** Returns the root of a form definition as an ordinary step, without the form parameters. */
export function rootTag(definition: Definition): Tag {
  const { code_tag, tag_description, description, icon, form_fields, children } = definition
  return { code_tag, tag_description, description, icon, form_fields, children }
}

/** Yields every step of a form definition, each before its child steps, together with the steps from the root to it. */
export function* walkTree(definition: Definition): Generator<TagNode> {
  yield* walk(rootTag(definition), [])
}

function* walk(tag: Tag, above: readonly Tag[]): Generator<TagNode> {
  const path = [...above, tag]
  yield { tag, path }
  for (const child of tag.children) yield* walk(child, path)
}

/** Returns the language of a language step; undefined for all other steps. */
export function languageOf(tag: Pick<Tag, 'tag_type' | 'params'>): string | undefined {
  return tag.tag_type === 'FORM_LANG' ? tag.params?.find((param) => param.params_type === 'FORM_LANG')?.lang_code : undefined
}

export function inOrder(fields: readonly FormField[]): FormField[] {
  return fields.toSorted((a, b) => a.ordering - b.ordering)
}

export function isQuestion(field: FormField): field is QuestionField {
  return field.type === 'PROPERTY' || field.type === 'EMAIL'
}

/**
 * Returns true if the visitor can submit the request from a step. The step must have either questions and no child
 * steps, or further questions (visitor specification, section 2: when the step button appears).
 */
export function isLast(tag: Pick<Tag, 'children' | 'form_fields'>): boolean {
  return furtherOf(tag) !== undefined || (tag.children.length === 0 && tag.form_fields.some(isQuestion))
}
