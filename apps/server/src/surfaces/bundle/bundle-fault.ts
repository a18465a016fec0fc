import type { InputFault } from '@sportello/contract'
import { ApiError } from '../../platform/http/api-error.ts'

/** An error in a bundle, with the JSON Pointer (RFC 6901) of the invalid value. */
export interface BundleFault {
  pointer: string
  /** The message of a bundle's error in English, for the command line. */
  message: string
  /**
   * The reason for a bundle's error. The dashboard shows it in the operator's language; missing if the product has no
   * phrase for it.
   */
  reason?: readonly [InputFault, ...string[]]
}

/**
 * Creates the API error for the errors of a bundle or form definition. In each entry, `field` is the JSON Pointer, and
 * `params` is the reason or the English message.
 */
export function bundleFault(faults: readonly BundleFault[]): ApiError {
  const [first, ...more] = faults.map(({ pointer, message, reason }) => ({ code: 'forms_mgmt0001' as const, field: pointer, params: reason ?? [message] }))
  return new ApiError([first ?? { code: 'forms_mgmt0001' }, ...more])
}
