// Exports the comparison of versions, the planned imports and the recorded tests to the command line.
export { isFailing, runLiveTests } from './form-tests.ts'
export { applyPlan, type ImportPlan, PlanRejected, planImport } from './plan-import.ts'
export { shownChanges } from './shown-changes.ts'
