// The jobs of this concept, for the worker.
export { rescanFurther } from './rescan.ts'
export { sweepAttachments } from './sweep-attachments.ts'
