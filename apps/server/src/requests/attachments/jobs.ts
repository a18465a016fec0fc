// The worker's jobs for attachments.
export { rescanFurther } from './rescan.ts'
export { sweepAttachments } from './sweep-attachments.ts'
