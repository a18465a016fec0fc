// The jobs of this concept, for the worker.
export { deleteOldLogs } from './log-retention.ts'
