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

/** Name of a rule. It rejects a request if the visitor has no session and chose an option that requires a sign-in. */
const SIGN_IN = 'sign_in'
/**
 * Name of a rule. It rejects a request from a step that is not a last step. It also rejects an answer if no question in
 * the
 * visitor's steps matches it.
 */
const UNKNOWN = 'unknown'

/**
 * Returns how a form would process the request of a recorded test. The rules are those of a real submission, but
 * options are not looked up in data sources: of such an answer, only the format is checked.
 * @param node the step that the request names; undefined if the form does not have this step
 * @param summaryOf creates the summary of an accepted request
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
  // If the form has no known data about the visitor, the visitor has no session.
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
