// Exports the rules of the desk to the other parts of the server.
export { noteContext, readTimeline } from './notes.ts'
