// Exports functions of the previews to the other parts of the server: the simulated mails and deliveries, and the check
// of the form that a preview uses.
export { requireFormOf } from './managed-previews.ts'
export { simulateHandover } from './simulate-handover.ts'
