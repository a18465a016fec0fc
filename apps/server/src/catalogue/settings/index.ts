import type { FastifyInstance } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import { systemSettings } from './system-settings.ts'

/** Operators; whoever changes something must reach the whole deployment. */
export function managedSettings(app: FastifyInstance, services: PlatformServices): void {
  systemSettings(app, services)
}
