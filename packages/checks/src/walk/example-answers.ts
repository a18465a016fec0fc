import { type Answers, isQuestion, questionOf, type Tag } from '@sportello/contract'
import { type CheckContext, checkAnswer, inputOf, patternsOf, type TextSettings } from '@sportello/fields'
import { samplesOf } from './samples.ts'

const EMAIL = 'anna.verdi@example.org'
const FREE_TEXTS: readonly string[] = ['text', 'textarea']
const MAX_LABEL = 60

/**
 * Returns invented answers to all questions of a path, as a visitor could give them: in free texts the question's own label,
 * so that people recognise which answer they see. Files are missing.
 */
export function exampleAnswers(path: readonly Tag[], context: CheckContext): Answers {
  const answers: Record<string, unknown> = {}
  for (const question of path.flatMap((tag) => tag.form_fields.filter(isQuestion)).map(questionOf)) {
    const { property } = question
    const settings = property.default_value
    if (settings.input_type === 'file') continue
    const isFree = FREE_TEXTS.includes(settings.input_type) && patternsOf(settings as TextSettings).length === 0
    const preferred = isFree ? property.property_description.slice(0, MAX_LABEL) : settings.input_type === 'email' ? EMAIL : undefined
    const isFitting = preferred && checkAnswer(inputOf(settings.input_type), preferred, { required: true, settings }, context).length === 0
    const answer = isFitting ? preferred : samplesOf(question, context).smallest
    if (answer !== undefined) answers[property.property_code] = answer
  }
  return answers
}
