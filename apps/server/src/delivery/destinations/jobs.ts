// The jobs of this concept, for the worker.
export { startDispatcher } from './dispatch-deliveries.ts'
export { openTicket } from './open-ticket.ts'
export { sealOpenDeliveries } from './seal-open-deliveries.ts'
