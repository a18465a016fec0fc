// Exports the background jobs that the worker runs for attachments.
export { rescanFurther } from './rescan.ts'
export { sweepAttachments } from './sweep-attachments.ts'
