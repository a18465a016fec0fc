import { type CheckedQuestion, type CheckedStep, listOf, nameOf, placeOfQuestion, recordOf, textOf } from '../checked-form.ts'
import { defineCheck, type Found, setFix } from '../finding.ts'

const COMPARED = ['name', 'surname', 'birthday', 'gender', 'birthplace'] as const

/**
 * Reports a question that refers to the answer of another question, if the visitor does not see that other question
 * before
 * or at the same time. It must be in the same step or in a step above.
 */
export const foreignField = defineCheck({
  id: 'foreign-field',
  severity: 'error',
  rule: 'A question that uses the answer to another one has it on its path.',
  words: {
    it: {
      compared: '«{1}» si confronta con la domanda «{2}», che su questo percorso non c’è.',
      sent: '«{1}» manda al servizio la risposta a «{2}», che su questo percorso non c’è.',
      fix: 'Togli il confronto',
    },
    en: {
      compared: '“{1}” is compared with the question “{2}”, which is not on this path.',
      sent: '“{1}” sends the service the answer to “{2}”, which is not on this path.',
      fix: 'Remove the comparison',
    },
    de: {
      compared: '„{1}“ wird mit der Frage „{2}“ verglichen, die auf diesem Weg nicht vorkommt.',
      sent: '„{1}“ sendet dem Dienst die Antwort auf „{2}“, die auf diesem Weg nicht vorkommt.',
      fix: 'Vergleich entfernen',
    },
    es: {
      compared: '«{1}» se compara con la pregunta «{2}», que no está en este camino.',
      sent: '«{1}» envía al servicio la respuesta a «{2}», que no está en este camino.',
      fix: 'Quitar la comparación',
    },
    fr: {
      compared: '« {1} » est comparé à la question « {2} », absente de ce chemin.',
      sent: '« {1} » envoie au service la réponse à « {2} », absente de ce chemin.',
      fix: 'Retirer la comparaison',
    },
    el: {
      compared: 'Η «{1}» συγκρίνεται με την ερώτηση «{2}», που δεν υπάρχει σε αυτή τη διαδρομή.',
      sent: 'Η «{1}» στέλνει στην υπηρεσία την απάντηση στη «{2}», που δεν υπάρχει σε αυτή τη διαδρομή.',
      fix: 'Αφαίρεση σύγκρισης',
    },
    nl: {
      compared: '“{1}” wordt vergeleken met de vraag “{2}”, die niet op dit pad staat.',
      sent: '“{1}” stuurt de dienst het antwoord op “{2}”, dat niet op dit pad staat.',
      fix: 'Vergelijking verwijderen',
    },
  },
  *find({ root }) {
    yield* below(root, new Set())
  },
})

/**
 * Checks a step and all steps below it. A question may refer to all questions of its own step and of the steps above.
 */
function* below(step: CheckedStep, above: ReadonlySet<string>): Generator<Found<'compared' | 'sent'>> {
  const questions = step.fields.flatMap((field) => field.questions)
  const asked = new Set([...above, ...questions.filter(({ kind }) => kind !== 'login').map(({ code }) => code)])
  const logins = new Set(questions.filter(({ kind }) => kind === 'login').map(({ code }) => code))
  for (const question of questions) yield* foreign(question, question.kind === 'login' ? logins : asked)
  for (const child of step.children) yield* below(child, asked)
}

function* foreign(question: CheckedQuestion, asked: ReadonlySet<string>): Generator<Found<'compared' | 'sent'>> {
  const { settings, field, at, kind } = question
  if (settings.input_type === 'codfis') {
    for (const key of COMPARED) {
      const code = textOf(settings[key])
      if (code === '' || asked.has(code)) continue
      const path = [...at, 'default_value', key]
      yield {
        text: 'compared',
        place: { step: field.step.id, field: field.id, path },
        values: [nameOf(question), code],
        ...(kind === 'question' && setFix(field.id, path)),
      }
    }
  }
  for (const each of listOf(settings.payloads)) {
    const { type, value } = recordOf(each)
    // A list of options may depend on the answer to a question. If it depends on its own question, the list never
    // loads.
    if (type === 'field' && (!asked.has(textOf(value)) || textOf(value) === question.code))
      yield { text: 'sent', place: placeOfQuestion(question, 'default_value', 'payloads'), values: [nameOf(question), textOf(value)] }
  }
}
