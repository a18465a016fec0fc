// Exports the simulated deliveries of previews to the other parts of the server.
export { simulateDeliveries } from './simulate-deliveries.ts'
