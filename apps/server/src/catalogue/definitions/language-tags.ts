import { type Definition, languageOf } from '@sportello/contract'

/**
 * A language of a form. Each language has its own branch of steps; this object also contains the branch's first step.
 */
export interface LanguageTag {
  lang_code: string
  code_tag: string
  label: string
}

/**
 * Returns the first steps of a form's language branches. These steps are directly below the root. Keeps the order of
 * the
 * form (visitor specification, section 4).
 */
export function languageTagsOf(definition: Pick<Definition, 'children'>): LanguageTag[] {
  return definition.children.flatMap((child) => {
    const code = languageOf(child)
    return code === undefined ? [] : [{ lang_code: code, code_tag: child.code_tag, label: child.tag_description }]
  })
}
