// Exports the comparison of versions, the planned imports, the recorded tests and the change of drafts to the other parts of the server.
export { isFailing, runLiveTests } from './form-tests.ts'
export { lockReached } from './lock-reached.ts'
export { applyPlan, type ImportPlan, PlanRejected, planImport } from './plan-import.ts'
export { shownChanges } from './shown-changes.ts'
export { storeInTree } from './store-change.ts'
