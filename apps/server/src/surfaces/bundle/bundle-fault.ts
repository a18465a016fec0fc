import type { InputFault } from '@sportello/contract'
import { ApiError } from '../../platform/http/api-error.ts'

/** One thing wrong with a bundle, named by its JSON Pointer (RFC 6901). */
export interface BundleFault {
  pointer: string
  /** For the command line, in English. */
  message: string
  /** The same for operators, in their language, where there is a phrase for it. */
  reason?: readonly [InputFault, ...string[]]
}

/** What is wrong with a document, as a management call says it: `field` is the JSON Pointer, `params` the reason or its English text. */
export function bundleFault(faults: readonly BundleFault[]): ApiError {
  const [first, ...more] = faults.map(({ pointer, message, reason }) => ({ code: 'forms_mgmt0001' as const, field: pointer, params: reason ?? [message] }))
  return new ApiError([first ?? { code: 'forms_mgmt0001' }, ...more])
}
