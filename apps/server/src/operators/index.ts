import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { requireOperator } from './credential.ts'
import { makeCredential } from './make-credential.ts'
import { makeLinks } from './make-links.ts'

/** Who holds an operator's credential. */
export function managements(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', requireOperator(services))
  makeLinks(app, services)
  makeCredential(app, services)
}
