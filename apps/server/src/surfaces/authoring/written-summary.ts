import type { MadeRequest } from '@sportello/checks'
import { answerTexts } from '@sportello/contract'
import { type Customer, momentOf } from '../../catalogue/customers/rules.ts'
import { languageOfPath } from '../../catalogue/definitions/rules.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { renderHtml, textVariables } from '../../requests/requests/rules.ts'

/** The ticket of made-up requests. It has the shape of real ones. */
export const TEST_TICKET = 'T-00000000'

type Summarised = Pick<MadeRequest, 'node' | 'answers' | 'files'>

/**
 * Tests a step's summary with a made-up request. Returns true if the summary can be rendered, or if no step on the
 * request's path has a summary.
 */
export function writesSummary(customer: Customer, request: Summarised): boolean {
  try {
    writtenSummary(customer, request, momentOf(customer))
    return true
  } catch {
    return false
  }
}

/**
 * Renders the summary of a made-up request; returns null if no step on its path has a summary.
 * @throws Error if the template cannot be rendered
 */
export function writtenSummary(customer: Customer, { node, answers, files }: Summarised, moment: Date): string | null {
  const field = node.path.flatMap((tag) => tag.form_fields).findLast((each) => each.type === 'HTML_SUMMARY')
  if (!field || typeof field.value !== 'string') return null
  const language = languageFor({ headers: {} }, languageOfPath(node.path))
  const said = { ticket: TEST_TICKET, otp: null, link: null, from: moment, to: null, hours: null }
  const texts = answerTexts(node.path, answers, files, { language, yes: '1', no: '0' }, () => undefined)
  return renderHtml(field.value, { ...texts, ...textVariables(customer, language, said) })
}
