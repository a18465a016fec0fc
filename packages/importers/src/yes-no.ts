import type { SourceChoice } from './source-form.ts'
import type { SourceText } from './source-text.ts'

const YES: SourceText = { default: 'Yes', it: 'Sì', en: 'Yes', de: 'Ja', es: 'Sí', fr: 'Oui', el: 'Ναι', nl: 'Ja' }
const NO: SourceText = { default: 'No', it: 'No', en: 'No', de: 'Nein', es: 'No', fr: 'Non', el: 'Όχι', nl: 'Nee' }

/** Returns the options of a yes-or-no question. Their labels come from the source form, if it has any. */
export function yesNoChoices(yes: SourceText, no: SourceText, [yesKey, noKey]: readonly [string, string] = ['true', 'false']): SourceChoice[] {
  return [
    { key: yesKey, label: Object.keys(yes).length > 0 ? yes : YES },
    { key: noKey, label: Object.keys(no).length > 0 ? no : NO },
  ]
}
