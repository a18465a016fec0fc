import {
  checkRequest,
  checkTerms,
  effectiveAnswers,
  type Files,
  type FormTestInput,
  type FormTestOutcome,
  foreignFields,
  foreignTerms,
  furtherOf,
  furtherQuestionsOf,
  isLast,
  questionsOf,
  type TagNode,
  termsOf,
} from '@sportello/contract'
import type { CheckContext } from '@sportello/fields'

/** Name of the rule that refuses a request of a visitor without a session below an option that needs one. */
const SIGN_IN = 'sign_in'
/** Name of the rule that refuses an answer to no question of the path, and a step that is no last one. */
const UNKNOWN = 'unknown'

/**
 * Returns what a form makes of the request of a recorded test, by the rules of a real submission. Options from data
 * sources are not looked up: such an answer is only checked for its shape.
 * @param node the step that the request names; undefined if the form has none
 * @param summaryOf writes the summary of an accepted request
 */
export function judgeRequest(
  node: TagNode | undefined,
  input: FormTestInput,
  context: CheckContext,
  summaryOf: (request: { node: TagNode; answers: Record<string, unknown>; files: Files }) => string | null,
): FormTestOutcome {
  const refusal = { answers: null, further: null, opens_ticket: false, summary: null }
  const path = node?.path.map(({ tag_description }) => tag_description) ?? []
  if (!node || !isLast(node.tag)) return { ...refusal, path, refused: [{ field: 'code_tag', rule: UNKNOWN }] }
  // A visitor of whom the form knows nothing has no session.
  const isKnown = Object.keys(input.known).length > 0
  if (!isKnown && node.path.some(({ disabled }) => disabled)) return { ...refusal, path, refused: [{ field: 'code_tag', rule: SIGN_IN }] }
  const questions = questionsOf(node.path)
  const further = furtherQuestionsOf(node.tag)
  const terms = termsOf(node.path)
  const files: Record<string, { name: string; size: number; type: string }[]> = Object.create(null)
  for (const { property, ...file } of input.files) files[property] = [...(files[property] ?? []), file]
  const foreign = [
    ...foreignFields(questions, input.form_fields, files),
    ...foreignFields(further, input.further_questions ?? {}, {}),
    ...foreignTerms(terms, input.terms),
  ]
  const answers = effectiveAnswers(questions, input.form_fields, input.known)
  const furtherAnswers = effectiveAnswers(further, input.further_questions ?? {}, input.known)
  const faults = [
    ...checkRequest([...questions, ...further], { ...answers, ...furtherAnswers }, files, { ...context, today: input.today }),
    ...checkTerms(terms, input.terms),
  ]
  const refused = [...foreign.map((field) => ({ field, rule: UNKNOWN })), ...faults.map(({ field, issue }) => ({ field, rule: issue.code }))]
  if (refused.length > 0) return { ...refusal, path, refused }
  return {
    path,
    refused,
    answers,
    further: furtherOf(node.tag) ? furtherAnswers : null,
    opens_ticket: node.tag.opens_ticket !== false,
    summary: summaryOf({ node, answers: { ...answers, ...furtherAnswers }, files }),
  }
}
