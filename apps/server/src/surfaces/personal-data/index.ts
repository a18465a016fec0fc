import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { personalData } from './personal-data.ts'

/** Registers the operators' endpoints that find, export and erase the data of one person. */
export function managedPersonalData(app: FastifyInstance, services: RequestServices): void {
  personalData(app, services)
}
