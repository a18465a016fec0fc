import { type CheckedForm, listOf, nameOf, placeOfField, placeOfQuestion, placeOfStep, questionsOf, recordOf, textOf } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { optionsOf } from '../options.ts'

/**
 * Reports a missing text that visitors need: the title of a step, or the label of a question, an option or a button.
 */
export const emptyLabel = defineCheck({
  id: 'empty-label',
  severity: 'error',
  rule: 'Steps, questions, options and buttons have a text.',
  words: {
    it: {
      step: 'Il passo non ha un titolo.',
      question: 'La domanda non ha un testo.',
      option: 'Un’opzione di «{1}» non ha un testo.',
      button: 'Il bottone non ha una scritta.',
    },
    en: { step: 'The step has no title.', question: 'The question has no text.', option: 'An option of “{1}” has no text.', button: 'The button has no text.' },
    de: {
      step: 'Der Schritt hat keinen Titel.',
      question: 'Die Frage hat keinen Text.',
      option: 'Eine Option von „{1}“ hat keinen Text.',
      button: 'Der Knopf hat keinen Text.',
    },
    es: {
      step: 'El paso no tiene título.',
      question: 'La pregunta no tiene texto.',
      option: 'Una opción de «{1}» no tiene texto.',
      button: 'El botón no tiene texto.',
    },
    fr: {
      step: 'L’étape n’a pas de titre.',
      question: 'La question n’a pas de texte.',
      option: 'Une option de « {1} » n’a pas de texte.',
      button: 'Le bouton n’a pas de texte.',
    },
    el: {
      step: 'Το βήμα δεν έχει τίτλο.',
      question: 'Η ερώτηση δεν έχει κείμενο.',
      option: 'Μια επιλογή της «{1}» δεν έχει κείμενο.',
      button: 'Το κουμπί δεν έχει κείμενο.',
    },
    nl: {
      step: 'De stap heeft geen titel.',
      question: 'De vraag heeft geen tekst.',
      option: 'Een optie van “{1}” heeft geen tekst.',
      button: 'De knop heeft geen tekst.',
    },
  },
  *find(form) {
    for (const step of form.steps) if (isBlank(step.title)) yield { text: 'step', place: placeOfStep(step, 'tag_description') }
    for (const question of questionsOf(form)) {
      if (isBlank(question.label)) yield { text: 'question', place: placeOfQuestion(question, 'property_description') }
      const { list, key } = optionsOf(question.settings)
      if (list.some(({ label }) => isBlank(label))) yield { text: 'option', place: placeOfQuestion(question, 'default_value', key), values: [nameOf(question)] }
    }
    yield* buttons(form)
  },
})

/** Returns true if a text shows nothing: it is missing or has only spaces and invisible characters. */
const isBlank = (value: unknown) => textOf(value).replace(/[\s\p{Cf}]/gu, '') === ''

function* buttons({ steps }: CheckedForm) {
  for (const field of steps.flatMap(({ fields }) => fields)) {
    const value = recordOf(field.content.value)
    if (field.type === 'SEND_BUTTON_CUSTOMIZATION' && isBlank(value.label)) yield { text: 'button', place: placeOfField(field, 'value', 'label') } as const
    if (field.type === 'CONFIRM_MODAL' && isBlank(value.title)) yield { text: 'button', place: placeOfField(field, 'value', 'title') } as const
    if (field.type === 'HTML_HEADER_BUTTON' && isBlank(value.title)) yield { text: 'button', place: placeOfField(field, 'value', 'title') } as const
    if (field.type === 'FAQ' && listOf(field.content.value).some((each) => isBlank(recordOf(each).question)))
      yield { text: 'question', place: placeOfField(field, 'value') } as const
  }
}
