import { readAuthorHtml } from '../author-html.ts'
import { type CheckedField, type CheckedStep, listOf, nameOfStep, pathOf, placeOfStep } from '../checked-form.ts'
import { defineCheck } from '../finding.ts'
import { blockTexts } from '../texts.ts'

const INFORMING = new Set<string>(['HTML', 'ALERT', 'FAQ'])

/** Reports a last step in which the visitor can neither submit a request nor read anything. */
export const deadEnd = defineCheck({
  id: 'dead-end',
  severity: 'error',
  rule: 'Every last step sends a request or informs the visitor.',
  words: {
    it: {
      end: 'Chi arriva a «{1}» non trova niente: né scelte, né domande, né un testo.',
      lost: '«{1}» non chiede nulla: le risposte date nei passi precedenti non vengono inviate.',
    },
    en: {
      end: 'Who reaches “{1}” finds nothing: no choices, no questions and no text.',
      lost: '“{1}” asks nothing: the answers given in the steps before are not sent.',
    },
    de: {
      end: 'Wer zu „{1}“ kommt, findet nichts: keine Auswahl, keine Fragen und keinen Text.',
      lost: '„{1}“ fragt nichts: Die Antworten aus den Schritten davor werden nicht gesendet.',
    },
    es: {
      end: 'Quien llega a «{1}» no encuentra nada: ni opciones, ni preguntas, ni un texto.',
      lost: '«{1}» no pregunta nada: las respuestas de los pasos anteriores no se envían.',
    },
    fr: {
      end: 'Qui arrive à « {1} » ne trouve rien : ni choix, ni questions, ni texte.',
      lost: '« {1} » ne demande rien : les réponses données aux étapes précédentes ne sont pas envoyées.',
    },
    el: {
      end: 'Όποιος φτάνει στο «{1}» δεν βρίσκει τίποτα: ούτε επιλογές, ούτε ερωτήσεις, ούτε κείμενο.',
      lost: 'Το «{1}» δεν ρωτά τίποτα: οι απαντήσεις των προηγούμενων βημάτων δεν αποστέλλονται.',
    },
    nl: {
      end: 'Wie bij “{1}” komt, vindt niets: geen keuzes, geen vragen en geen tekst.',
      lost: '“{1}” vraagt niets: de antwoorden uit de stappen ervoor worden niet verzonden.',
    },
  },
  *find({ steps }) {
    for (const step of steps)
      if (step.children.length === 0 && !step.fields.some(leadsOn) && !step.fields.some(informs))
        yield { text: 'end', place: placeOfStep(step), values: [nameOfStep(step)] }
      else if (step.children.length === 0 && !step.fields.some(leadsOn) && asksAbove(step))
        yield { text: 'lost', severity: 'warning', place: placeOfStep(step), values: [nameOfStep(step)] }
  },
})

/**
 * Returns true if a step above asks a visible question. The visitor can submit its answer only from a last step that
 * has
 * questions itself.
 */
const asksAbove = (step: CheckedStep) =>
  pathOf(step).some((above) => above !== step && above.fields.some(({ questions }) => questions.some(({ kind, hidden }) => kind === 'question' && !hidden)))

const leadsOn = ({ questions, type, content }: CheckedField) =>
  questions.length > 0 || type === 'TOKEN_LOGIN' || (type === 'FURTHER_QUESTIONS' && content.hidden !== true)

function informs(field: CheckedField): boolean {
  if (!INFORMING.has(field.type) || field.content.hidden === true) return false
  return (field.type === 'FAQ' && listOf(field.content.value).length > 0) || blockTexts(field).some(({ html }) => hasContent(html))
}

const hasContent = (html: string) => {
  const { text, pictures } = readAuthorHtml(html)
  return text !== '' || pictures.length > 0
}
