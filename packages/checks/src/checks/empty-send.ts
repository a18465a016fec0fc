import { nameOfStep, pathOf, placeOfStep } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'

/** Reports a last step from which the visitor submits a request without seeing any question. */
export const emptySend = defineCheck({
  id: 'empty-send',
  severity: 'warning',
  rule: 'Every request asks the visitor at least one question.',
  words: {
    it: { send: 'La richiesta di «{1}» non chiede niente: tutte le domande sono nascoste.' },
    en: { send: 'The request of “{1}” asks nothing: all its questions are hidden.' },
    de: { send: 'Die Anfrage von „{1}“ fragt nichts: Alle Fragen sind verborgen.' },
    es: { send: 'La solicitud de «{1}» no pregunta nada: todas las preguntas están ocultas.' },
    fr: { send: 'La demande de « {1} » ne demande rien : toutes les questions sont cachées.' },
    el: { send: 'Το αίτημα του «{1}» δεν ρωτά τίποτα: όλες οι ερωτήσεις είναι κρυφές.' },
    nl: { send: 'De aanvraag van “{1}” vraagt niets: alle vragen zijn verborgen.' },
  },
  *find({ steps }) {
    for (const step of steps) {
      if (step.children.length > 0 || !step.fields.some(({ questions }) => questions.some(({ kind }) => kind === 'question'))) continue
      const asked = pathOf(step).flatMap(({ fields }) => fields.flatMap(({ questions }) => questions))
      if (asked.every(({ hidden }) => hidden)) yield { text: 'send', place: placeOfStep(step), values: [nameOfStep(step)] }
    }
  },
})
