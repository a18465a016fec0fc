// Exports the background jobs that the worker runs for the audit log and the mapping log.
export { deleteOldLogs } from './log-retention.ts'
