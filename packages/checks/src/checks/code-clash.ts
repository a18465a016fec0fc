import { type CheckedQuestion, type CheckedStep, nameOf, placeOfQuestion, placeOfStep, textOf } from '../checked-form.ts'
import { defineCheck, type Found, setFix } from '../finding.ts'

/**
 * Reports a code that is used twice, either by two steps or by two questions. Two questions clash only if a visitor may
 * answer both in the same request, because one answer would then replace the other.
 */
export const codeClash = defineCheck({
  id: 'code-clash',
  severity: 'error',
  rule: 'The questions of a path have different codes, and so have all steps of a form.',
  words: {
    it: {
      question: '«{1}» ha il codice «{2}», che ha già «{3}» sullo stesso percorso: una risposta cancellerebbe l’altra.',
      step: 'Due passi hanno il codice «{1}».',
      fix: 'Cambia il codice',
    },
    en: {
      question: '“{1}” has the code “{2}”, which “{3}” on the same path has already: one answer would replace the other.',
      step: 'Two steps have the code “{1}”.',
      fix: 'Change the code',
    },
    de: {
      question: '„{1}“ hat den Code „{2}“, den „{3}“ auf demselben Weg schon hat: Eine Antwort würde die andere ersetzen.',
      step: 'Zwei Schritte haben den Code „{1}“.',
      fix: 'Code ändern',
    },
    es: {
      question: '«{1}» tiene el código «{2}», que ya tiene «{3}» en el mismo camino: una respuesta borraría la otra.',
      step: 'Dos pasos tienen el código «{1}».',
      fix: 'Cambiar el código',
    },
    fr: {
      question: '« {1} » a le code « {2} », que « {3} » a déjà sur le même chemin : une réponse effacerait l’autre.',
      step: 'Deux étapes ont le code « {1} ».',
      fix: 'Changer le code',
    },
    el: {
      question: 'Η «{1}» έχει τον κωδικό «{2}», που έχει ήδη η «{3}» στην ίδια διαδρομή: η μία απάντηση θα έσβηνε την άλλη.',
      step: 'Δύο βήματα έχουν τον κωδικό «{1}».',
      fix: 'Αλλαγή κωδικού',
    },
    nl: {
      question: '“{1}” heeft de code “{2}”, die “{3}” op hetzelfde pad al heeft: het ene antwoord zou het andere vervangen.',
      step: 'Twee stappen hebben de code “{1}”.',
      fix: 'Code wijzigen',
    },
  },
  *find({ root, steps }) {
    const taken = new Set(steps.map(({ content }) => textOf(content.code_tag)))
    const seen = new Set<string>()
    for (const step of steps) {
      const code = textOf(step.content.code_tag)
      if (code !== '' && seen.has(code))
        yield { text: 'step', place: placeOfStep(step, 'code_tag'), values: [code], ...setFix(step.id, ['code_tag'], free(code, taken)) }
      seen.add(code)
    }
    yield* clashes(root, new Map())
  },
})

function* clashes(step: CheckedStep, above: ReadonlyMap<string, CheckedQuestion>): Generator<Found<'question'>> {
  const asked = new Map(above)
  for (const { questions } of step.fields) {
    for (const question of questions) {
      // Ignores the questions of a token login, because their answers are not part of the request.
      if (question.kind === 'login' || question.code === '') continue
      const other = asked.get(question.code)
      if (other) yield clash(question, other, asked)
      else asked.set(question.code, question)
    }
  }
  // A step may have a list of “further questions”. Their answers are submitted only from this step, so they cannot
  // clash with questions of a step below.
  const below = new Map([...asked].filter(([, { kind }]) => kind !== 'further'))
  for (const child of step.children) yield* clashes(child, below)
}

function clash(question: CheckedQuestion, other: CheckedQuestion, asked: ReadonlyMap<string, CheckedQuestion>): Found<'question'> {
  const place = placeOfQuestion(question, 'property_code')
  const values = [nameOf(question), question.code, nameOf(other)]
  // Questions are either fields of a step or items of a list in such a field (“further questions”). A draft operation
  // can change only a field, so only questions that are fields get an automatic repair.
  if (question.kind !== 'question') return { text: 'question', place, values }
  const own = question.field.step.fields.flatMap(({ questions }) => questions.map(({ code }) => code))
  const value = free(question.code, new Set([...asked.keys(), ...own]))
  return { text: 'question', place, values, ...setFix(question.field.id, place.path, value) }
}

/** Returns a code that is not in use: the given code with a number appended. */
function free(code: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const next = `${code.slice(0, 60)}_${number}`
    if (!taken.has(next)) return next
  }
}
