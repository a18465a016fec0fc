import type { FastifyInstance } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import { systemSettings } from './system-settings.ts'

/**
 * Registers the operators' endpoints for system settings. Only operators who may manage the whole deployment may change
 * settings.
 */
export function managedSettings(app: FastifyInstance, services: PlatformServices): void {
  systemSettings(app, services)
}
