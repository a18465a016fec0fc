import { keptAnswer, type Property } from '@sportello/contract'
import { checkAnswer } from '@sportello/fields'
import { nameOf, placeOfQuestion, questionsOf } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'
import { matchesPattern, patternFault } from '../patterns.ts'
import { inputOfQuestion, startsEmpty, startValueOf } from '../start-value.ts'

/** Reports a question whose default answer violates the question's own rules. */
export const defaultRefused = defineCheck({
  id: 'default-refused',
  severity: 'error',
  rule: 'The default of a question is a valid answer to it.',
  words: {
    it: { refused: '«{1}» parte da un valore che le sue regole rifiutano.', fix: 'Togli il valore iniziale' },
    en: { refused: '“{1}” starts with a value that its own rules refuse.', fix: 'Remove the initial value' },
    de: { refused: '„{1}“ beginnt mit einem Wert, den seine eigenen Regeln ablehnen.', fix: 'Anfangswert entfernen' },
    es: { refused: '«{1}» empieza con un valor que sus propias reglas rechazan.', fix: 'Quitar el valor inicial' },
    fr: { refused: '« {1} » commence par une valeur que ses propres règles refusent.', fix: 'Retirer la valeur initiale' },
    el: { refused: 'Η «{1}» ξεκινά με τιμή που απορρίπτουν οι ίδιοι οι κανόνες της.', fix: 'Αφαίρεση αρχικής τιμής' },
    nl: { refused: '“{1}” begint met een waarde die de eigen regels weigeren.', fix: 'Beginwaarde verwijderen' },
  },
  *find(form) {
    for (const question of questionsOf(form)) {
      const { settings, field, at, kind } = question
      const input = inputOfQuestion(question)
      const start = startValueOf(question)
      if (!input || !start || startsEmpty(question)) continue
      const { from: key } = start
      const value = keptAnswer({ font_case: question.fontCase, default_value: settings } as unknown as Property, start.value)
      if (!isRefused()) continue
      const fix = kind === 'question' && key === 'default' ? setFix(field.id, [...at, 'default_value', key]) : {}
      yield { text: 'refused', place: placeOfQuestion(question, 'default_value', key), values: [nameOf(question)], ...fix }

      function isRefused(): boolean {
        const matches = (source: string, text: string) => patternFault(source, 1) !== undefined || matchesPattern(source, text)
        try {
          return checkAnswer(input as NonNullable<typeof input>, value, { required: false, settings }, { today: form.known.today, matches }).length > 0
        } catch {
          // Does not report a question with incomplete settings, because another check reports it.
          return false
        }
      }
    }
  },
})
