// Exports the comparison of versions and the planned imports to the command line.
export { applyPlan, type ImportPlan, PlanRejected, planImport } from './plan-import.ts'
export { shownChanges } from './shown-changes.ts'
