// Exports the simulated mails and deliveries, and the check of a preview's form, to the other parts of the server.
export { requireFormOf } from './managed-previews.ts'
export { simulateHandover } from './simulate-handover.ts'
