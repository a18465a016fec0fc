import { Fault } from '../http/fault.ts'

const RETRY_AFTER_S = 15

/** The object store did not do what it was asked to, or may not have: the person is told to come again. */
export class StoreUnavailable extends Fault {
  /** @param what went wrong, without anything that a log must not hold. */
  constructor(what: string) {
    super([{ code: 'forms0002' }], { headers: { 'retry-after': String(RETRY_AFTER_S) }, cause: new Error(`object storage: ${what}`) })
  }
}
