import { ApiError } from '../../platform/http/api-error.ts'

const RETRY_AFTER_S = 15

/**
 * Error for a request to the object store that failed or whose result is unknown. The visitor gets a message that asks
 * to try again later.
 */
export class StoreUnavailable extends ApiError {
  /** @param what describes the failure for the log, without secrets or personal data */
  constructor(what: string) {
    super([{ code: 'forms0002' }], { headers: { 'retry-after': String(RETRY_AFTER_S) }, cause: new Error(`object storage: ${what}`) })
  }
}
