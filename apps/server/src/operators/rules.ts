// What other concepts may use of operators.
export { type Operator, openOperatorSession, requireOperator } from './credential.ts'
export {
  audit,
  type Change,
  countedUpTo,
  inOrder,
  managed,
  managedFile,
  ofReach,
  PAGE_READ,
  paged,
  readInOrder,
  requireVersion,
  withinReach,
} from './managed.ts'
export { passkeySiteOf } from './passkey-site.ts'
export { providerPath } from './provider-sign-in.ts'
