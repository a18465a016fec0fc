import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getAttention } from './get-attention.ts'
import { getDeploymentHealth } from './get-deployment-health.ts'

/** Registers the operators' endpoints that describe the state of the deployment. */
export function managedHealth(app: FastifyInstance, services: RequestServices): void {
  getDeploymentHealth(app, services)
  getAttention(app, services)
}
