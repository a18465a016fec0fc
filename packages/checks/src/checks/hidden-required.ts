import { mayHaveSession, nameOf, placeOfField, questionsOf } from '../checked-form.ts'
import { defineCheck, setFix } from '../finding.ts'
import { startsEmpty } from '../start-value.ts'

/** Reports a required question that is hidden from the visitor and that nothing else fills in. */
export const hiddenRequired = defineCheck({
  id: 'hidden-required',
  severity: 'error',
  rule: 'A required question is visible, or has a value without the visitor.',
  words: {
    it: { hidden: '«{1}» è obbligatoria ma nascosta, e niente la compila: nessuno può inviare.', fix: 'Rendi la domanda facoltativa' },
    en: { hidden: '“{1}” is required but hidden, and nothing fills it in: nobody can send.', fix: 'Make the question optional' },
    de: { hidden: '„{1}“ ist Pflicht, aber verborgen, und nichts füllt es aus: Niemand kann absenden.', fix: 'Frage freiwillig machen' },
    es: { hidden: '«{1}» es obligatoria pero está oculta, y nada la rellena: nadie puede enviar.', fix: 'Hacer la pregunta opcional' },
    fr: { hidden: '« {1} » est obligatoire mais cachée, et rien ne la remplit : personne ne peut envoyer.', fix: 'Rendre la question facultative' },
    el: { hidden: 'Η «{1}» είναι υποχρεωτική αλλά κρυφή, και τίποτα δεν τη συμπληρώνει: κανείς δεν μπορεί να στείλει.', fix: 'Η ερώτηση προαιρετική' },
    nl: { hidden: '“{1}” is verplicht maar verborgen, en niets vult het in: niemand kan verzenden.', fix: 'Vraag optioneel maken' },
  },
  *find(form) {
    // A mapping fills in a question only for visitors with a session.
    const isKnown = mayHaveSession(form)
    for (const question of questionsOf(form)) {
      const { required, hidden, mapping, field, kind } = question
      if (!required || !hidden || (mapping !== '' && isKnown) || !startsEmpty(question)) continue
      const place = kind === 'question' ? placeOfField(field, 'required') : placeOfField(field, ...question.at)
      yield { text: 'hidden', place, values: [nameOf(question)], ...(kind === 'question' && setFix(field.id, ['required'], false)) }
    }
  },
})
