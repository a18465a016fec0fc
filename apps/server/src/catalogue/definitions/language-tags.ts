import { type Definition, languageOf } from '@sportello/contract'

/** A language of a form, with the first step of the form's branch in this language. */
export interface LanguageTag {
  lang_code: string
  code_tag: string
  label: string
}

/**
 * Returns the steps below the root of a form that begin its language branches, in order (visitor specification, section
 * 4).
 */
export function languageTagsOf(definition: Pick<Definition, 'children'>): LanguageTag[] {
  return definition.children.flatMap((child) => {
    const code = languageOf(child)
    return code === undefined ? [] : [{ lang_code: code, code_tag: child.code_tag, label: child.tag_description }]
  })
}
