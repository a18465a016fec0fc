// Exports the jobs of form definitions to the worker.
export { publishPlanned } from './publish-planned.ts'
export { testForms } from './test-forms.ts'
