import { lengthLimitOf, patternsOf, type TextSettings } from '@sportello/fields'
import { type CheckedQuestion, listOf, nameOf, placeOfQuestion, questionsOf } from '../checked-form.ts'
import { defineCheck, type Found } from '../finding.ts'
import { patternFault, shortestMatch } from '../patterns.ts'

const TYPED = new Set<unknown>(['text', 'textarea', 'email', 'array'])

/** Returns true if the patterns of a question apply to its answers. Those of a list of numbers do not. */
const isTyped = ({ settings }: CheckedQuestion) => TYPED.has(settings.input_type) && !(settings.input_type === 'array' && settings.elementsType === 'number')

/** Reports a pattern for answers that the server rejects, or that no text can match. */
export const pattern = defineCheck({
  id: 'pattern',
  severity: 'error',
  rule: 'The formats of a question are accepted, and at least one text of an allowed length meets them all.',
  words: {
    it: { refused: '«{1}»: il formato non si può usare ({2}).', impossible: '«{1}»: nessun testo rispetta il formato e la lunghezza ammessa.' },
    en: { refused: '“{1}”: the format cannot be used ({2}).', impossible: '“{1}”: no text meets the format and the allowed length.' },
    de: { refused: '„{1}“: Das Format ist nicht verwendbar ({2}).', impossible: '„{1}“: Kein Text erfüllt das Format und die erlaubte Länge.' },
    es: { refused: '«{1}»: el formato no se puede usar ({2}).', impossible: '«{1}»: ningún texto cumple el formato y la longitud permitida.' },
    fr: { refused: '« {1} » : le format ne peut pas servir ({2}).', impossible: '« {1} » : aucun texte ne respecte le format et la longueur permise.' },
    el: { refused: '«{1}»: η μορφή δεν μπορεί να χρησιμοποιηθεί ({2}).', impossible: '«{1}»: κανένα κείμενο δεν πληροί τη μορφή και το επιτρεπτό μήκος.' },
    nl: { refused: '“{1}”: de opmaak is niet bruikbaar ({2}).', impossible: '“{1}”: geen enkele tekst voldoet aan de opmaak en de toegestane lengte.' },
  },
  *find(form) {
    for (const question of questionsOf(form)) if (isTyped(question)) yield* faultsOf(question)
  },
})

function* faultsOf(question: CheckedQuestion): Generator<Found<'refused' | 'impossible'>> {
  const settings = question.settings as TextSettings
  const patterns = patternsOf({ ...settings, validation: textsOf(settings.validation), validation_mask: textsOf(settings.validation_mask)[0] })
  let isSound = true
  for (const each of patterns) {
    const fault = patternFault(each, lengthLimitOf(settings))
    if (fault === undefined) continue
    isSound = false
    yield { text: 'refused', place: placeOfQuestion(question, 'default_value', keyOf(settings, each)), values: [nameOf(question), fault] }
  }
  const [first] = patterns
  if (!isSound || first === undefined) return
  const min = settings.min_len ?? settings.minlength
  const max = lengthLimitOf(settings)
  if (min !== undefined && min > max) return
  // An answer in capitals has no small letters, and the other way round.
  const inCase = { upper: '[^\\p{Ll}]*', lower: '[^\\p{Lu}]*' }[String(question.fontCase)]
  if (shortestMatch(inCase === undefined ? patterns : [...patterns, inCase], { min, max }) === null)
    yield { text: 'impossible', place: placeOfQuestion(question, 'default_value', keyOf(settings, first)), values: [nameOf(question)] }
}

const keyOf = (settings: TextSettings, source: string) => (source === settings.validation_mask ? 'validation_mask' : 'validation')
const textsOf = (value: unknown) => (Array.isArray(value) ? listOf(value) : [value]).filter((each) => typeof each === 'string')
