import { Fault } from '../http/fault.ts'
import type { BundleFault } from './read-bundle.ts'

/** What is wrong with a document, as a management call says it: `field` is the JSON Pointer, `params[0]` the reason. */
export function bundleFault(faults: readonly BundleFault[]): Fault {
  const [first, ...more] = faults.map(({ pointer, message }) => ({ code: 'forms_mgmt0001' as const, field: pointer, params: [message] }))
  return new Fault([first ?? { code: 'forms_mgmt0001' }, ...more])
}
