import type { InputFault } from '@sportello/contract'
import { ApiError } from '../../platform/http/api-error.ts'

/** An error in a bundle, with the JSON Pointer of the wrong value (RFC 6901). */
export interface BundleFault {
  pointer: string
  /** The message of a bundle's error in English, for the command line. */
  message: string
  /**
   * The reason of a bundle's error for the dashboard, which shows it in the operator's language; missing if no phrase
   * exists for it.
   */
  reason?: readonly [InputFault, ...string[]]
}

/**
 * Creates the API error for the errors of a bundle or form definition. `field` is the JSON Pointer; `params` is the
 * reason or its English text.
 */
export function bundleFault(faults: readonly BundleFault[]): ApiError {
  const [first, ...more] = faults.map(({ pointer, message, reason }) => ({ code: 'forms_mgmt0001' as const, field: pointer, params: reason ?? [message] }))
  return new ApiError([first ?? { code: 'forms_mgmt0001' }, ...more])
}
