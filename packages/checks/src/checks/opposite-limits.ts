import type { DraftOperation } from '@sportello/contract'
import { type DateSettings, lengthLimitOf, momentBounds } from '@sportello/fields'
import { type CheckedQuestion, nameOf, placeOfQuestion, questionsOf, textOf } from '../checked-form.ts'
import { defineCheck, type Found } from '../finding.ts'
import { optionsOf } from '../options.ts'

/** Two limits of a question: the keys and the values of the smallest and the largest allowed value. */
interface Limits {
  keys: readonly [least: string, most: string]
  min: unknown
  max: unknown
}

/** Maximum length of an e-mail address, and maximum number of rows of a list, whatever the author sets. */
const LONGEST_EMAIL = 254
const MOST_ROWS = 100

/** Returns the limits that apply to a question: `min_len` and `max_len` replace the older `minlength` and `maxlength`. */
function limitsOf({ settings }: CheckedQuestion): Limits[] {
  const numbers: Limits = { keys: ['min', 'max'], min: settings.min, max: settings.max }
  const lengths = (longest: number): Limits => ({
    keys: [
      settings.min_len === undefined ? 'minlength' : 'min_len',
      settings.max_len === undefined && settings.maxlength !== undefined ? 'maxlength' : 'max_len',
    ],
    min: settings.min_len ?? settings.minlength,
    max: settings.max_len ?? settings.maxlength ?? longest,
  })
  const type = settings.input_type
  if (type === 'int' || type === 'numeric') return [numbers]
  if (type === 'text' || type === 'textarea') return [lengths(lengthLimitOf({}))]
  if (type === 'email') return [lengths(LONGEST_EMAIL)]
  if (type !== 'array') return []
  const rows: Limits = { keys: ['nelementsmin', 'nelementsmax'], min: settings.nelementsmin, max: settings.nelementsmax ?? MOST_ROWS }
  return [rows, settings.elementsType === 'number' ? numbers : lengths(lengthLimitOf({}))]
}

/** Reports a question whose limits contradict each other, so that no answer is valid. */
export const oppositeLimits = defineCheck({
  id: 'opposite-limits',
  severity: 'error',
  rule: 'The limits of a question allow at least one answer.',
  words: {
    it: {
      pair: '«{1}»: il minimo {2} è maggiore del massimo {3}; nessuna risposta va bene.',
      whole: '«{1}»: tra {2} e {3} non c’è un numero intero.',
      dates: '«{1}»: oggi la prima data ammessa ({2}) viene dopo l’ultima ({3}).',
      most: '«{1}»: si possono scegliere fino a {2} voci, ma ce ne sono {3}.',
      fix: 'Scambia i limiti',
      noDate: '«{1}»: «{2}» non è una data; il limite non vale.',
    },
    en: {
      pair: '“{1}”: the minimum {2} is larger than the maximum {3}; no answer is accepted.',
      whole: '“{1}”: there is no whole number between {2} and {3}.',
      dates: '“{1}”: today the first allowed date ({2}) is after the last one ({3}).',
      most: '“{1}”: up to {2} can be chosen, but there are only {3}.',
      fix: 'Swap the limits',
      noDate: '“{1}”: “{2}” is not a date; the limit has no effect.',
    },
    de: {
      pair: '„{1}“: Das Minimum {2} ist größer als das Maximum {3}; keine Antwort passt.',
      whole: '„{1}“: Zwischen {2} und {3} liegt keine ganze Zahl.',
      dates: '„{1}“: Heute liegt das erste erlaubte Datum ({2}) nach dem letzten ({3}).',
      most: '„{1}“: Es sind bis zu {2} wählbar, aber es gibt nur {3}.',
      fix: 'Grenzen tauschen',
      noDate: '„{1}“: „{2}“ ist kein Datum; die Grenze gilt nicht.',
    },
    es: {
      pair: '«{1}»: el mínimo {2} es mayor que el máximo {3}; ninguna respuesta vale.',
      whole: '«{1}»: entre {2} y {3} no hay un número entero.',
      dates: '«{1}»: hoy la primera fecha permitida ({2}) es posterior a la última ({3}).',
      most: '«{1}»: se pueden elegir hasta {2}, pero solo hay {3}.',
      fix: 'Intercambiar los límites',
      noDate: '«{1}»: «{2}» no es una fecha; el límite no tiene efecto.',
    },
    fr: {
      pair: '« {1} » : le minimum {2} dépasse le maximum {3} ; aucune réponse ne convient.',
      whole: '« {1} » : il n’y a pas de nombre entier entre {2} et {3}.',
      dates: '« {1} » : aujourd’hui, la première date permise ({2}) vient après la dernière ({3}).',
      most: '« {1} » : on peut en choisir jusqu’à {2}, mais il n’y en a que {3}.',
      fix: 'Échanger les limites',
      noDate: '« {1} » : « {2} » n’est pas une date ; la limite est sans effet.',
    },
    el: {
      pair: '«{1}»: το ελάχιστο {2} είναι μεγαλύτερο από το μέγιστο {3}· καμία απάντηση δεν γίνεται δεκτή.',
      whole: '«{1}»: δεν υπάρχει ακέραιος ανάμεσα σε {2} και {3}.',
      dates: '«{1}»: σήμερα η πρώτη επιτρεπτή ημερομηνία ({2}) είναι μετά την τελευταία ({3}).',
      most: '«{1}»: επιλέγονται έως {2}, αλλά υπάρχουν μόνο {3}.',
      fix: 'Αντιμετάθεση ορίων',
      noDate: '«{1}»: το «{2}» δεν είναι ημερομηνία· το όριο δεν ισχύει.',
    },
    nl: {
      pair: '“{1}”: het minimum {2} is groter dan het maximum {3}; geen enkel antwoord voldoet.',
      whole: '“{1}”: tussen {2} en {3} ligt geen geheel getal.',
      dates: '“{1}”: vandaag ligt de eerste toegestane datum ({2}) na de laatste ({3}).',
      most: '“{1}”: er kunnen er {2} worden gekozen, maar er zijn er maar {3}.',
      fix: 'Grenzen omwisselen',
      noDate: '“{1}”: “{2}” is geen datum; de grens geldt niet.',
    },
  },
  *find(form) {
    for (const question of questionsOf(form)) {
      yield* pairs(question)
      yield* dates(question, form.known.today)
      const most = Number(question.settings.max_selected)
      const { list, key } = optionsOf(question.settings)
      if (key === 'checkboxes' && most > list.length)
        yield {
          text: 'most',
          severity: 'hint',
          place: placeOfQuestion(question, 'default_value', 'max_selected'),
          values: [nameOf(question), most, list.length],
        }
    }
  },
})

function* pairs(question: CheckedQuestion): Generator<Found<'pair' | 'whole'>> {
  const { settings } = question
  for (const { keys, min, max } of limitsOf(question)) {
    const [least, most] = keys
    if (min === undefined || max === undefined || min === '' || max === '') continue
    const place = placeOfQuestion(question, 'default_value', least)
    const values = [nameOf(question), String(min), String(max)]
    // Two limits can be swapped only if the author has set both.
    const fix = settings[most] === undefined ? {} : swapped(question, least, most)
    if (Number(min) > Number(max)) yield { text: 'pair', place, values, ...fix }
    else if (settings.input_type === 'int' && Math.ceil(Number(min)) > Math.floor(Number(max))) yield { text: 'whole', place, values }
  }
}

function swapped({ field, at, kind, settings }: CheckedQuestion, least: string, most: string): { fix?: DraftOperation[] } {
  if (kind !== 'question') return {}
  const set = (key: string, value: unknown): DraftOperation => ({
    type: 'set',
    id: field.id,
    path: [...at, 'default_value', key],
    value: value as string | number,
  })
  return { fix: [set(least, settings[most]), set(most, settings[least])] }
}

/** Returns true if a fixed limit is not a date, so that the visitor’s page ignores it. */
function isUnreadable(settings: CheckedQuestion['settings'], key: string): boolean {
  const { format, separator, time } = settings
  return boundsOf({ format, separator, time, min: settings[key] } as DateSettings, '2026-01-01').min === undefined
}

function* dates(question: CheckedQuestion, today: string): Generator<Found<'dates' | 'noDate'>> {
  const { settings } = question
  if (settings.input_type !== 'date') return
  for (const key of ['min', 'max'])
    if (textOf(settings[key]).trim() !== '' && isUnreadable(settings, key))
      yield { text: 'noDate', place: placeOfQuestion(question, 'default_value', key), values: [nameOf(question), textOf(settings[key])] }
  const { min, max } = boundsOf(settings as DateSettings, today)
  if (min === undefined || max === undefined || min <= max) return
  const key = ['relative_min_value', 'min'].find((each) => settings[each] !== undefined) ?? 'min'
  yield { text: 'dates', place: placeOfQuestion(question, 'default_value', key), values: [nameOf(question), min, max] }
}

/**
 * Returns the first and the last allowed date. Returns no dates if the draft's limits are not dates, which another
 * check reports.
 */
function boundsOf(settings: DateSettings, today: string): { min?: string | undefined; max?: string | undefined } {
  try {
    const { min, max } = momentBounds(settings, today)
    // Without a time, only the days count.
    const shown = (moment: string | undefined) => (settings.time ? moment?.replace('T', ' ') : moment?.slice(0, 10))
    return { min: shown(min), max: shown(max) }
  } catch {
    return {}
  }
}
