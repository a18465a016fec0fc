// Exports the background job that the worker runs for the weekly figures of visits.
export { mailOperators } from './mail-operators.ts'
