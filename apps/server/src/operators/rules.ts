// What other concepts may use of operators.
export { type Operator, requireOperator } from './credential.ts'
export { audit, managed, requireVersion, withinReach } from './managed.ts'
