import { type Definition, languageOf } from '@sportello/contract'

/** A language of a form, with the first step of the form's branch for that language. */
export interface LanguageTag {
  lang_code: string
  code_tag: string
  label: string
}

/**
 * Returns the steps directly below a form's root that begin its language branches, in their order in the form (visitor
 * specification, section 4).
 */
export function languageTagsOf(definition: Pick<Definition, 'children'>): LanguageTag[] {
  return definition.children.flatMap((child) => {
    const code = languageOf(child)
    return code === undefined ? [] : [{ lang_code: code, code_tag: child.code_tag, label: child.tag_description }]
  })
}
