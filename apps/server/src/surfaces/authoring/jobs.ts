// Exports the background jobs that the worker runs for form definitions.
export { publishPlanned } from './publish-planned.ts'
export { testForms } from './test-forms.ts'
