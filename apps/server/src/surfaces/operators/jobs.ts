// The worker's jobs for operators and their logs.
export { deleteOldLogs } from './log-retention.ts'
