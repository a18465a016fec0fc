// The worker's dispatcher and jobs for destinations.
export { startDispatcher } from './dispatch-deliveries.ts'
export { encryptPlainDeliveries } from './encrypt-plain-deliveries.ts'
export { openTicket } from './open-ticket.ts'
