// Exports the comparison of versions to the command line.
export { shownChanges } from './shown-changes.ts'
