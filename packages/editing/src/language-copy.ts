import { languageOf, type Tag } from '@sportello/contract'
import { untranslated } from './follow-original.ts'
import { withNewIds } from './ids.ts'

/** Maximum length of the code of a step. */
const MAX_CODE = 64

/**
 * Returns a copy of the branch of a form's main language as the branch of a new language: the same steps and fields,
 * each paired with its original and recorded as untranslated.
 * @param main the step of the main language
 * @param taken the codes of all steps of the form; the codes of the copied steps are added
 * @param name name of the language, in that language
 */
export function languageCopy(main: Tag, language: string, { name, taken, newId }: { name: string; taken: Set<string>; newId: () => string }): Tag {
  const own = languageOf(main)
  const copy = (tag: Tag): Tag => ({
    ...untranslated(tag, 'step'),
    code_tag: freeCode(tag.code_tag, own, language, taken),
    form_fields: tag.form_fields.map((field) => untranslated(field, 'field')),
    children: tag.children.map(copy),
  })
  const branch = withNewIds(main, newId, { asTranslation: true })
  const { translated_from: _name, ...first } = copy(branch)
  return { ...first, tag_description: name, params: [{ params_type: 'FORM_LANG', lang_code: language }] }
}

/**
 * Returns an unused code for a translated step: `en` for `it`, `street-en` for `street-it`, `en-street` for `street`.
 */
function freeCode(code: string, own: string | undefined, language: string, taken: Set<string>): string {
  const parts = code.split(/([-_.])/)
  const wanted = own !== undefined && parts.includes(own) ? parts.map((part) => (part === own ? language : part)).join('') : `${language}-${code}`
  let free = wanted.slice(0, MAX_CODE)
  for (let number = 2; taken.has(free); number += 1) free = `${wanted.slice(0, MAX_CODE - 5)}_${number}`
  taken.add(free)
  return free
}
