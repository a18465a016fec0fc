// Exports what the worker runs for the follow-up pages.
export { mailStateChanges } from './mail-changes.ts'
