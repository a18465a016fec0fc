import { ApiError } from '../../platform/http/api-error.ts'

const RETRY_AFTER_S = 15

/** Error for a request to the object store that failed or has an unknown outcome; the visitor is asked to retry later. */
export class StoreUnavailable extends ApiError {
  /** @param what the reason, without secrets or personal data, because it is logged */
  constructor(what: string) {
    super([{ code: 'forms0002' }], { headers: { 'retry-after': String(RETRY_AFTER_S) }, cause: new Error(`object storage: ${what}`) })
  }
}
