// Exports what the other parts of the server may use of destinations.
export { simulateDeliveries } from './simulate-deliveries.ts'
