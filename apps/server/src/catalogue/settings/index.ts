import type { FastifyInstance } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import { systemSettings } from './system-settings.ts'

/** Registers the operators' endpoints for system settings; changes need a reach over the whole deployment. */
export function managedSettings(app: FastifyInstance, services: PlatformServices): void {
  systemSettings(app, services)
}
