import { nameOf, nameOfStep, placeOfQuestion, placeOfStep, questionsOf } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { optionsOf } from '../options.ts'

/** Reports a choice that has only one option. */
export const singleOption = defineCheck({
  id: 'single-option',
  severity: 'warning',
  rule: 'A choice has at least two options.',
  words: {
    it: { option: '«{1}» ha una sola opzione.', step: '«{1}» ha una sola scelta: chi compila fa un passo in più per niente.' },
    en: { option: '“{1}” has only one option.', step: '“{1}” has only one choice: visitors take a step for nothing.' },
    de: { option: '„{1}“ hat nur eine Option.', step: '„{1}“ hat nur eine Auswahl: ein Schritt umsonst.' },
    es: { option: '«{1}» tiene una sola opción.', step: '«{1}» tiene una sola elección: un paso para nada.' },
    fr: { option: '« {1} » n’a qu’une option.', step: '« {1} » n’a qu’un choix : une étape pour rien.' },
    el: { option: 'Η «{1}» έχει μόνο μία επιλογή.', step: 'Το «{1}» έχει μόνο μία επιλογή: ένα βήμα χωρίς λόγο.' },
    nl: { option: '“{1}” heeft maar één optie.', step: '“{1}” heeft maar één keuze: een stap voor niets.' },
  },
  *find(form) {
    for (const question of questionsOf(form)) {
      const { list, key } = optionsOf(question.settings)
      // A single checkbox is not reported, because it is a valid way to ask for consent.
      if (list.length === 1 && key !== 'checkboxes')
        yield { text: 'option', place: placeOfQuestion(question, 'default_value', key), values: [nameOf(question)] }
    }
    // Surveys are not checked, because their steps follow one another as cards, so a step often has only one next step.
    if (form.audiences.some(({ modes }) => modes.includes('SURVEY'))) return
    for (const step of form.steps) {
      const [only, ...others] = step.children
      if (only && others.length === 0 && only.content.tag_type !== 'FORM_LANG') yield { text: 'step', place: placeOfStep(step), values: [nameOfStep(step)] }
    }
  },
})
