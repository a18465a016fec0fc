// The jobs of this concept, for the worker.
export { startDispatcher } from './dispatch-deliveries.ts'
export { encryptPlainDeliveries } from './encrypt-plain-deliveries.ts'
export { openTicket } from './open-ticket.ts'
