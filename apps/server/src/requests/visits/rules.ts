// Exports the counts of visits to the other parts of the server.

export { countCarriedReport, countReport } from './count-report.ts'
export { countedRequest } from './counted-form.ts'
export { VisitCounts } from './visit-counts.ts'
