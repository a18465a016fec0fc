import { mayHaveSession, nameOf, placeOfField, questionsOf } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'
import { startsEmpty } from '../start-value.ts'

/** Reports a question that the visitor cannot change and that nothing else fills in. */
export const lockedUnfilled = defineCheck({
  id: 'locked-unfilled',
  severity: 'error',
  rule: 'A question that the visitor cannot change has a value: a mapping or a default.',
  words: {
    it: { locked: '«{1}» è bloccata ma resta vuota: nessun dato la compila.', fix: 'Lascia rispondere chi compila' },
    en: { locked: '“{1}” is locked but stays empty: no data fills it in.', fix: 'Let visitors answer' },
    de: { locked: '„{1}“ ist gesperrt, bleibt aber leer: Keine Daten füllen es aus.', fix: 'Antworten erlauben' },
    es: { locked: '«{1}» está bloqueada pero queda vacía: ningún dato la rellena.', fix: 'Permitir la respuesta' },
    fr: { locked: '« {1} » est verrouillée mais reste vide : aucune donnée ne la remplit.', fix: 'Permettre la réponse' },
    el: { locked: 'Η «{1}» είναι κλειδωμένη αλλά μένει κενή: κανένα στοιχείο δεν τη συμπληρώνει.', fix: 'Να επιτρέπεται η απάντηση' },
    nl: { locked: '“{1}” is vergrendeld maar blijft leeg: geen gegeven vult het in.', fix: 'Laat bezoekers antwoorden' },
  },
  *find(form) {
    const isKnown = mayHaveSession(form)
    for (const question of questionsOf(form)) {
      const { locked, hidden, mapping, field, kind } = question
      if (!locked || hidden || (mapping !== '' && isKnown) || kind === 'login' || !startsEmpty(question)) continue
      // Without a session, a question that is filled from known data stays empty. This may be intended if the question
      // is optional, so it is not reported.
      if (mapping !== '' && !question.required) continue
      // If such a question is required, this is an error, because nobody can submit the form.
      const severity = question.required ? 'error' : 'warning'
      const place = kind === 'question' ? placeOfField(field, 'readonly') : placeOfField(field, ...question.at)
      yield { text: 'locked', severity, place, values: [nameOf(question)], ...(kind === 'question' && setFix(field.id, ['readonly'])) }
    }
  },
})
