// Exports the counts of visits to the other parts of the server.

export { countedRequest } from './counted-form.ts'
export { type CountedForm, VisitCounts } from './visit-counts.ts'
