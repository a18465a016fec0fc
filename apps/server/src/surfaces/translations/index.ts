import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedTranslations as files } from './managed-translations.ts'

/** Registers the endpoints by which translators get the texts of a form as files, and bring their translations back. */
export function managedTranslations(app: FastifyInstance, services: RequestServices): void {
  files(app, services)
}
