// Exports the notices of changes of state to the other parts of the server.
export { eraseStateMails, LONGEST_WAIT_MINUTES, mailedChanges, noteStateChanges } from './notices.ts'
