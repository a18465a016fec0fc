import type { FormField, QuestionField } from './form-field.ts'
import { furtherOf } from './further-questions.ts'
import type { Definition, Tag } from './tag.ts'

/** A step with its place in the tree. */
export interface TagNode {
  tag: Tag
  /** From the root to this step, both included. */
  path: readonly Tag[]
}

/** The root of a definition seen as a step like any other. */
export function rootTag(definition: Definition): Tag {
  const { code_tag, tag_description, description, icon, form_fields, children } = definition
  return { code_tag, tag_description, description, icon, form_fields, children }
}

/** Every step of a definition, depth first. */
export function* walkTree(definition: Definition): Generator<TagNode> {
  yield* walk(rootTag(definition), [])
}

function* walk(tag: Tag, above: readonly Tag[]): Generator<TagNode> {
  const path = [...above, tag]
  yield { tag, path }
  for (const child of tag.children) yield* walk(child, path)
}

/** The language that a step stands for, where it is a language tag. */
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
 * Whether a step can be sent: by its own button where it has no children and at least one question, else through its further
 * questions (visitor specification, section 2: when the step button appears).
 */
export function isLast(tag: Pick<Tag, 'children' | 'form_fields'>): boolean {
  return furtherOf(tag) !== undefined || (tag.children.length === 0 && tag.form_fields.some(isQuestion))
}
