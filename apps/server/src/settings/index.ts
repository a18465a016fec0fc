import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { systemSettings } from './system-settings.ts'

/** Operators; whoever changes something must reach the whole deployment. */
export function managedSettings(app: FastifyInstance, services: Services): void {
  systemSettings(app, services)
}
