import { type DraftNode, MACHINE_MADE } from '@sportello/contract'
import { isOnlyHere, textsOf, translatedFrom } from '@sportello/editing'
import { readAuthorHtml } from '../author-html.ts'
import { branchBelow, type CheckedField, type CheckedStep, nameOfStep, placeOfField, placeOfStep, textOf } from '../checked-form.ts'
import { defineCheck, type Found, languageValue } from '../finding.ts'
import { blockTexts } from '../texts.ts'

/**
 * Minimum number of letters from which a text that is the same in two languages is considered untranslated. Shorter
 * texts may be names.
 */
const LONG = 25

/**
 * Reports steps, fields and texts of the form's first language that are missing or untranslated in another language.
 */
export const missingTranslation = defineCheck({
  id: 'missing-translation',
  severity: 'warning',
  rule: 'The branches of all languages have the same steps, questions and texts.',
  words: {
    it: {
      step: '«{1}» manca in {2}.',
      field: 'In {2} a questo passo manca «{1}».',
      text: 'Questo testo non è tradotto: è uguale a quello in {1}.',
      stale: 'Questo testo è da rivedere: in {1} è cambiato.',
      machine: 'Questo testo è di un traduttore automatico: nessuno lo ha ancora accettato.',
    },
    en: {
      step: '“{1}” is missing in {2}.',
      field: 'In {2} this step lacks “{1}”.',
      text: 'This text is not translated: it equals the one in {1}.',
      stale: 'This text must be reviewed: it has changed in {1}.',
      machine: 'A machine wrote this text, and nobody has accepted it yet.',
    },
    de: {
      step: '„{1}“ fehlt in {2}.',
      field: 'In {2} fehlt diesem Schritt „{1}“.',
      text: 'Dieser Text ist nicht übersetzt: Er gleicht dem in {1}.',
      stale: 'Dieser Text ist zu prüfen: In {1} hat er sich geändert.',
      machine: 'Diesen Text hat eine Maschine geschrieben, und niemand hat ihn angenommen.',
    },
    es: {
      step: '«{1}» falta en {2}.',
      field: 'En {2} a este paso le falta «{1}».',
      text: 'Este texto no está traducido: es igual que en {1}.',
      stale: 'Este texto debe revisarse: ha cambiado en {1}.',
      machine: 'Este texto es de un traductor automático: nadie lo ha aceptado aún.',
    },
    fr: {
      step: '« {1} » manque en {2}.',
      field: 'En {2}, « {1} » manque à cette étape.',
      text: 'Ce texte n’est pas traduit : il est identique à celui en {1}.',
      stale: 'Ce texte est à revoir : il a changé en {1}.',
      machine: 'Ce texte vient d’un traducteur automatique : personne ne l’a encore accepté.',
    },
    el: {
      step: 'Το «{1}» λείπει στα {2}.',
      field: 'Στα {2} λείπει από αυτό το βήμα η «{1}».',
      text: 'Αυτό το κείμενο δεν έχει μεταφραστεί: είναι ίδιο με το κείμενο στα {1}.',
      stale: 'Αυτό το κείμενο χρειάζεται έλεγχο: άλλαξε στα {1}.',
      machine: 'Αυτό το κείμενο το έγραψε μηχανή και κανείς δεν το έχει αποδεχτεί.',
    },
    nl: {
      step: '“{1}” ontbreekt in {2}.',
      field: 'In {2} ontbreekt “{1}” in deze stap.',
      text: 'Deze tekst is niet vertaald: hij is gelijk aan die in {1}.',
      stale: 'Deze tekst moet worden nagekeken: in {1} is hij veranderd.',
      machine: 'Deze tekst is door een machine vertaald en nog door niemand aanvaard.',
    },
  },
  *find(form) {
    const [main, ...others] = form.root.children.filter(({ language }) => language !== undefined)
    if (!main || others.length === 0) return
    for (const other of others) yield* compare(main, other)
  },
})

function* compare(main: CheckedStep, other: CheckedStep): Generator<Found<'step' | 'field' | 'text' | 'stale' | 'machine'>> {
  const twins = new Map([...branchBelow(other)].map((step) => [textOf(step.content.twin_of), step]))
  const language = languageValue(String(other.language))
  yield* missing(main)

  /** Reports the topmost steps that have no translation, and fields and texts that are missing in translated steps. */
  function* missing(step: CheckedStep): Generator<Found<'step' | 'field' | 'text' | 'stale' | 'machine'>> {
    const twin = step === main ? other : twins.get(step.id)
    // A missing step is only a hint and not an error, because an office may offer only a part of its form in another
    // language.
    if (!twin) {
      if (!isOnlyHere(step)) yield { text: 'step', severity: 'hint', place: placeOfStep(step), values: [nameOfStep(step), language] }
      return
    }
    if (isMachineMade(step, twin, 'step')) yield { text: 'machine', place: placeOfStep(twin) }
    if (isStale(step, twin, 'step')) yield { text: 'stale', place: placeOfStep(twin), values: [languageValue(String(main.language))] }
    yield* lacking(step, twin)
    for (const child of step.children) yield* missing(child)
  }

  function* lacking(step: CheckedStep, twin: CheckedStep): Generator<Found<'field' | 'text' | 'stale' | 'machine'>> {
    const fields = new Map(twin.fields.map((field) => [textOf(field.content.twin_of), field]))
    for (const field of step.fields) {
      const translated = fields.get(field.id)
      const [question] = field.questions
      if (!translated) {
        if (question) yield { text: 'field', place: placeOfField(field), values: [question.label || question.code, language] }
      } else if (isMachineMade(field, translated, 'field')) yield { text: 'machine', place: placeOfField(translated) }
      else if (isStale(field, translated, 'field')) yield { text: 'stale', place: placeOfField(translated), values: [languageValue(String(main.language))] }
      else if (isUntranslated(field, translated)) yield { text: 'text', place: placeOfField(translated), values: [languageValue(String(main.language))] }
    }
  }
}

/** Returns true if a text of a translation was made from an earlier original. */
function isStale(original: { content: Content }, twin: { content: Content }, kind: 'step' | 'field'): boolean {
  const record = translatedFrom(twin)
  return textsOf({ kind, content: original.content as DraftNode['content'] }).some(
    ({ key, text }) => ![undefined, '', MACHINE_MADE, text].includes(record[key]),
  )
}

/** Returns true if a machine wrote a text of a translation and nobody has accepted it. */
function isMachineMade(original: { content: Content }, twin: { content: Content }, kind: 'step' | 'field'): boolean {
  const record = translatedFrom(twin)
  return textsOf({ kind, content: original.content as DraftNode['content'] }).some(({ key }) => record[key] === MACHINE_MADE)
}

type Content = CheckedStep['content']

/** Removes variables from a text, which are the same in every language. */
const withoutVariables = (text: string) => text.replace(/\{\{.*?\}\}/gs, '').trim()

function isUntranslated(field: CheckedField, translated: CheckedField): boolean {
  const texts = (each: CheckedField) => [...each.questions.map(({ label }) => label), ...blockTexts(each).map(({ html }) => readAuthorHtml(html).text)]
  const others = texts(translated)
  return texts(field).some((text, at) => withoutVariables(text).length >= LONG && text === others[at])
}
