import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { searchDashboard } from './search-dashboard.ts'

/** Registers the endpoint with which operators search the forms, requests and other data of the dashboard. */
export function managedSearch(app: FastifyInstance, services: RequestServices): void {
  searchDashboard(app, services)
}
