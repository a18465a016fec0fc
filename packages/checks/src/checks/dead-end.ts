import { readAuthorHtml } from '../author-html.ts'
import { type CheckedField, listOf, placeOfStep } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { blockTexts } from '../texts.ts'

const INFORMING = new Set<string>(['HTML', 'ALERT', 'FAQ'])

/** Reports a last step in which the visitor can neither submit a request nor read anything. */
export const deadEnd = defineCheck({
  id: 'dead-end',
  severity: 'error',
  rule: 'Every last step sends a request or informs the visitor.',
  words: {
    it: { end: 'Chi arriva a «{1}» non trova niente: né scelte, né domande, né un testo.' },
    en: { end: 'Who reaches “{1}” finds nothing: no choices, no questions and no text.' },
    de: { end: 'Wer zu „{1}“ kommt, findet nichts: keine Auswahl, keine Fragen und keinen Text.' },
    es: { end: 'Quien llega a «{1}» no encuentra nada: ni opciones, ni preguntas, ni un texto.' },
    fr: { end: 'Qui arrive à « {1} » ne trouve rien : ni choix, ni questions, ni texte.' },
    el: { end: 'Όποιος φτάνει στο «{1}» δεν βρίσκει τίποτα: ούτε επιλογές, ούτε ερωτήσεις, ούτε κείμενο.' },
    nl: { end: 'Wie bij “{1}” komt, vindt niets: geen keuzes, geen vragen en geen tekst.' },
  },
  *find({ steps }) {
    for (const step of steps)
      if (step.children.length === 0 && !step.fields.some(leadsOn) && !step.fields.some(informs))
        yield { text: 'end', place: placeOfStep(step), values: [step.title] }
  },
})

const leadsOn = ({ questions, type }: CheckedField) => questions.length > 0 || type === 'FURTHER_QUESTIONS' || type === 'TOKEN_LOGIN'

function informs(field: CheckedField): boolean {
  if (!INFORMING.has(field.type) || field.content.hidden === true) return false
  return (field.type === 'FAQ' && listOf(field.content.value).length > 0) || blockTexts(field).some(({ html }) => hasContent(html))
}

const hasContent = (html: string) => {
  const { text, pictures } = readAuthorHtml(html)
  return text !== '' || pictures.length > 0
}
