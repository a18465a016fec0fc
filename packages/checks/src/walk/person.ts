import { birthCode, controlCharacter, nameCode, surnameCode } from '@sportello/codfis'
import type { Question } from '@sportello/contract'
import { type CheckContext, checkAnswer, inputOf } from '@sportello/fields'

/**
 * Sample data of one person. A tax code question has settings that name other questions to compare it with; these
 * settings
 * are the keys.
 */
const PERSON: Readonly<Record<string, string>> = { name: 'Mario', surname: 'Rossi', birthday: '1985-12-10', gender: 'M', birthplace: 'San Giuliano Terme' }
/** Belfiore code (municipality code) of the birthplace in `PERSON`. */
const BIRTHPLACE = 'A562'

/** A question together with an answer that its own rules accept. */
interface Sampled {
  question: Question
  samples: { smallest: unknown }
}

/**
 * Creates answers that all belong to the same person: the tax codes in a request, and the questions with which they are
 * compared. Otherwise answers that are valid on their own could contradict each other.
 * @returns the answers, keyed by the codes of the questions
 */
export function answersOfPerson(asked: readonly Sampled[], context: CheckContext): Map<string, unknown> {
  const answers = new Map<string, unknown>()
  for (const { question } of asked) {
    const settings = question.property.default_value as Readonly<Record<string, unknown>>
    if (settings.input_type !== 'codfis') continue
    const person: Record<string, string> = { ...PERSON }
    for (const [setting, preferred] of Object.entries(PERSON)) {
      const other = asked.find((each) => each.question.property.property_code === settings[setting])
      if (!other) continue
      const answer = isAccepted(other.question, preferred, context) ? preferred : other.samples.smallest
      answers.set(other.question.property.property_code, answer)
      person[setting] = String(answer ?? '')
    }
    answers.set(question.property.property_code, taxCodeOf(person, context))
  }
  return answers
}

function isAccepted({ property }: Question, answer: unknown, context: CheckContext): boolean {
  const settings = property.default_value
  return checkAnswer(inputOf(settings.input_type), answer, { required: true, settings }, context).length === 0
}

function taxCodeOf({ name = '', surname = '', birthday = '', gender, birthplace = '' }: Record<string, string>, context: CheckContext): string {
  const birth = birthCode(birthday.slice(0, 10), gender === 'F' ? 'F' : 'M') ?? ''
  const [place = BIRTHPLACE] = context.placeCodes?.(birthplace) ?? []
  const first = `${surnameCode(surname)}${nameCode(name)}${birth}${place}`
  return `${first}${controlCharacter(first) ?? ''}`
}
