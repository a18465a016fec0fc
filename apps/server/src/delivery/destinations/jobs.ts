// Exports the dispatcher of tickets, and the background jobs that the worker runs for destinations.
export { startDispatcher } from './dispatch-deliveries.ts'
export { encryptPlainDeliveries } from './encrypt-plain-deliveries.ts'
export { openTicket } from './open-ticket.ts'
