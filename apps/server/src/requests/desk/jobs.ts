// Exports what the worker runs for the desk.
export { encryptPlainNotes } from './notes.ts'
