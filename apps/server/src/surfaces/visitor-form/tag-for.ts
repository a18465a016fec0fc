import type { TagNode, TagView } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { needsSignIn, viewOf } from '../../catalogue/definitions/rules.ts'
import { admitsAnybody } from '../../entrance/sessions/rules.ts'
import { apiError } from '../../platform/http/api-error.ts'

/** Steps that the server reads for the price of one call. */
const STEPS_PER_CALL = 1_250

/** Returns the number of further calls that the rate limit counts when the server reads so many steps of a form. */
export const callsForSteps = (steps: number): number => Math.floor(steps / STEPS_PER_CALL)

/**
 * Returns a step of a form if the visitor may see it.
 * @throws ApiError http_not_found; for a visitor without a session, forms0011 if the form needs a session, and
 * forms0006 if the step or a step above it needs a sign-in.
 */
export function tagFor(customer: Customer, codeTag: string, signedIn: boolean): TagNode {
  // First checks whether this visitor may use the form at all. Otherwise, the error could show which steps exist.
  if (!signedIn && !admitsAnybody(customer)) throw apiError('forms0011')
  const node = customer.published.nodes.get(codeTag)
  if (!node) throw apiError('http_not_found')
  if (!signedIn && needsSignIn(node)) throw apiError('forms0006')
  return node
}

/**
 * Returns a step of a form as the API sends it. If the form needs a session, a visitor without a session gets only the
 * fields of the step's token login.
 * @throws ApiError like `tagFor`.
 */
export function tagViewFor(customer: Customer, codeTag: string, signedIn: boolean): TagView {
  const node = customer.params.auth_type?.includes('TOKEN_LOGIN') ? customer.published.nodes.get(codeTag) : undefined
  const asksForToken = node?.tag.form_fields.some(({ type }) => type === 'TOKEN_LOGIN')
  if (signedIn || admitsAnybody(customer) || !asksForToken || !node) return viewOf(tagFor(customer, codeTag, signedIn), signedIn)
  const view = viewOf(node)
  const form_fields = view.form_fields.filter(({ type }) => type === 'TOKEN_LOGIN')
  // Also sends the language steps to visitors without a session. The public configuration contains the names of these
  // steps anyway.
  const languages = new Set(customer.published.languages.map((language) => language.code_tag))
  const tags_path = view.tags_path.filter((code) => code === codeTag || languages.has(code))
  return { ...view, form_fields, children: [], breadcrumb: [], tags_path, last: false, questions_ahead: null }
}
