import { type Glossary, ROOT_ID } from '@sportello/contract'
import { glossaryFaults, glossaryOf, textsOf, translatedFrom } from '@sportello/editing'
import { branchBelow, type CheckedField, type CheckedStep, placeOfField, placeOfStep, textOf } from '../checked-form.ts'
import { defineCheck, type Found } from '../finding.ts'

type Text = 'fixed' | 'forbidden'
type Content = CheckedStep['content']

/** Reports translations that do not follow the glossary of the form. */
export const glossary = defineCheck({
  id: 'glossary',
  severity: 'warning',
  rule: 'Translations use the fixed words of the glossary, and none of its forbidden words.',
  words: {
    it: { fixed: 'Il glossario traduce «{1}» con «{2}»: qui manca.', forbidden: 'Il glossario non ammette «{2}» (per «{1}»).' },
    en: { fixed: 'The glossary translates “{1}” as “{2}”, which is missing here.', forbidden: 'The glossary does not allow “{2}” (for “{1}”).' },
    de: { fixed: 'Das Glossar übersetzt „{1}“ mit „{2}“: Das fehlt hier.', forbidden: 'Das Glossar erlaubt „{2}“ nicht (für „{1}“).' },
    es: { fixed: 'El glosario traduce «{1}» por «{2}»: aquí falta.', forbidden: 'El glosario no admite «{2}» (para «{1}»).' },
    fr: { fixed: 'Le glossaire traduit « {1} » par « {2} » : il manque ici.', forbidden: 'Le glossaire n’admet pas « {2} » (pour « {1} »).' },
    el: { fixed: 'Το γλωσσάριο μεταφράζει το «{1}» ως «{2}»: εδώ λείπει.', forbidden: 'Το γλωσσάριο δεν επιτρέπει το «{2}» (για το «{1}»).' },
    nl: { fixed: 'De woordenlijst vertaalt “{1}” met “{2}”: dat ontbreekt hier.', forbidden: 'De woordenlijst staat “{2}” niet toe (voor “{1}”).' },
  },
  *find(form) {
    const terms = glossaryOf({ get: (id) => (id === ROOT_ID ? { content: form.root.content as never } : undefined) })
    const [main, ...others] = form.root.children.filter(({ language }) => language !== undefined)
    if (terms.length === 0 || !main) return
    const originals = new Map<string, CheckedStep | CheckedField>()
    for (const step of branchBelow(main)) {
      originals.set(step.id, step)
      for (const field of step.fields) originals.set(field.id, field)
    }
    for (const other of others)
      for (const step of branchBelow(other)) {
        yield* faultsOf(terms, String(other.language), originals.get(textOf(step.content.twin_of)), step, 'step')
        for (const field of step.fields) yield* faultsOf(terms, String(other.language), originals.get(textOf(field.content.twin_of)), field, 'field')
      }
  },
})

function* faultsOf(
  terms: Glossary,
  language: string,
  original: { content: Content } | undefined,
  twin: CheckedStep | CheckedField,
  kind: 'step' | 'field',
): Generator<Found<Text>> {
  if (!original) return
  const own = new Map(textsOf({ kind, content: twin.content as never }).map(({ key, text }) => [key, text]))
  const record = translatedFrom(twin)
  for (const { key, text: source, isHtml } of textsOf({ kind, content: original.content as never })) {
    const target = own.get(key) ?? ''
    // What is not translated yet is reported by another check.
    if (target === '' || record[key] !== undefined) continue
    for (const { term, kind: text, word } of glossaryFaults(terms, language, { source, target, isHtml }))
      yield { text, place: 'step' in twin ? placeOfField(twin) : placeOfStep(twin), values: [term, word] }
  }
}
