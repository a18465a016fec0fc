import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { readDeploymentHealth } from './deployment-health.ts'

/** Registers the endpoint that reports the health of the deployment. */
export function getDeploymentHealth(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.getDeploymentHealth, () => readDeploymentHealth(services, services.database.kysely))
}
