import type { InputFault } from '@sportello/contract'
import type { z } from 'zod'
import { ApiError, type ApiErrorEntry } from './api-error.ts'

type Issue = z.core.$ZodIssue

/**
 * Converts Zod's issues into the errors of an operators' API call. Each error has a field and a reason (administrator
 * specification, section 8).
 */
export function invalidInput({ issues }: z.ZodError): ApiError {
  const [first, ...more] = issues.flatMap((issue) => entriesOf(issue, []))
  return new ApiError([first ?? { code: 'forms_mgmt0001' }, ...more])
}

/** Creates an ApiError with the code forms_mgmt0001 for one field. */
export function inputError(field: string, reason: InputFault, ...params: (string | number)[]): ApiError {
  return new ApiError([{ code: 'forms_mgmt0001', field, params: [reason, ...params.map(String)] }])
}

function entriesOf(issue: Issue, above: readonly PropertyKey[]): ApiErrorEntry[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') return [{ code: 'forms_mgmt0001', field: [...path, ...issue.keys.slice(0, 1)].join('.'), params: ['unknown'] }]
  // The value matches no member of a Zod union. Returns the issues of the member that it resembles most. The other
  // members would only report that the value has the wrong type.
  const meant = issue.code === 'invalid_union' ? issue.errors.find((issues) => issues.every(({ path: [first] }) => first !== undefined)) : undefined
  if (meant?.length) return meant.flatMap((each) => entriesOf(each, path))
  return [{ code: 'forms_mgmt0001', field: path.join('.'), params: reasonOf(issue) }]
}

type Reason = readonly [InputFault, ...string[]] | readonly []

/**
 * Returns the reason of an error in a bundle. Returns undefined for the product's own rules, whose messages already
 * explain the reason.
 */
export function ruleReasonOf(issue: Issue): readonly [InputFault, ...string[]] | undefined {
  if (issue.code === 'custom' || issue.code === 'invalid_format') return undefined
  const [reason, ...params] = reasonOf(issue)
  return reason === undefined || reason === 'format' ? undefined : [reason, ...params]
}

const ABOVE: Readonly<Record<string, InputFault>> = { string: 'too_long', array: 'too_many' }
const BELOW: Readonly<Record<string, InputFault>> = { string: 'too_short', array: 'too_few' }

/** If a field allows only certain values, an error message lists at most this many of them. */
const NAMED_VALUES = 12

function reasonOf(issue: Issue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return [issue.message.endsWith('received undefined') ? 'missing' : 'wrong_type']
    case 'too_big':
      return [ABOVE[issue.origin] ?? 'too_large', String(issue.maximum)]
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return ['missing']
      return [BELOW[issue.origin] ?? 'too_small', String(issue.minimum)]
    case 'invalid_value':
      return issue.values.length > NAMED_VALUES ? ['format'] : ['not_offered', issue.values.join(', ')]
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? ['not_offered', issue.options.join(', ')] : ['format']
    // The product's own rules have English messages, which are shown only to operators who import bundles. For the
    // dashboard, the reason is “wrong format”.
    default:
      return ['format']
  }
}
