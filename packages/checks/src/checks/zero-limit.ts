import { type CheckedQuestion, nameOf, placeOfQuestion, placeOfStep, questionsOf } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'

const OF_QUESTION = ['max_len', 'maxlength', 'max_size', 'max_selected', 'nelementsmax'] as const
const OF_FORM = ['max_requests', 'max_period', 'time_limit_request', 'token_expiration'] as const

/** Reports limits of 0 or less, with which no answer or request is possible. */
export const zeroLimit = defineCheck({
  id: 'zero-limit',
  severity: 'error',
  rule: 'Limits are larger than 0.',
  words: {
    it: {
      question: '«{1}»: il limite {2} è {3}, così non si può rispondere.',
      form: 'Il limite {1} del form è {2}, così non si può inviare.',
      fix: 'Togli il limite',
    },
    en: { question: '“{1}”: the limit {2} is {3}, so nobody can answer.', form: 'The form’s limit {1} is {2}, so nobody can send.', fix: 'Remove the limit' },
    de: {
      question: '„{1}“: Die Grenze {2} ist {3}, so kann niemand antworten.',
      form: 'Die Grenze {1} des Formulars ist {2}, so kann niemand absenden.',
      fix: 'Grenze entfernen',
    },
    es: {
      question: '«{1}»: el límite {2} es {3}, así nadie puede responder.',
      form: 'El límite {1} del formulario es {2}, así nadie puede enviar.',
      fix: 'Quitar el límite',
    },
    fr: {
      question: '« {1} » : la limite {2} vaut {3}, personne ne peut répondre.',
      form: 'La limite {1} du formulaire vaut {2}, personne ne peut envoyer.',
      fix: 'Retirer la limite',
    },
    el: {
      question: '«{1}»: το όριο {2} είναι {3}, έτσι κανείς δεν μπορεί να απαντήσει.',
      form: 'Το όριο {1} της φόρμας είναι {2}, έτσι κανείς δεν μπορεί να στείλει.',
      fix: 'Αφαίρεση ορίου',
    },
    nl: {
      question: '“{1}”: de limiet {2} is {3}, zo kan niemand antwoorden.',
      form: 'De limiet {1} van het formulier is {2}, zo kan niemand verzenden.',
      fix: 'Limiet verwijderen',
    },
  },
  *find(form) {
    for (const question of questionsOf(form)) for (const key of OF_QUESTION) if (isZero(question.settings[key])) yield ofQuestion(question, key)
    for (const key of OF_FORM)
      if (isZero(form.params[key]))
        yield {
          text: 'form',
          place: placeOfStep(form.root, 'form_params', key),
          values: [key, Number(form.params[key])],
          ...setFix(form.root.id, ['form_params', key]),
        }
  },
})

function ofQuestion(question: CheckedQuestion, key: string) {
  const { field, at, kind, settings } = question
  return {
    text: 'question',
    place: placeOfQuestion(question, 'default_value', key),
    values: [nameOf(question), key, Number(settings[key])],
    ...(kind === 'question' && setFix(field.id, [...at, 'default_value', key])),
  } as const
}

const isZero = (value: unknown) => typeof value === 'number' && value <= 0
