// The worker's jobs for the audit log and the mapping log.
export { deleteOldLogs } from './log-retention.ts'
