import type { FastifyInstance } from 'fastify'
import { checkConfirmation } from './check-confirmation.ts'
import { confirmRequest } from './confirm-request.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import type { RequestServices } from './services.ts'
import { submitRequest } from './submit-request.ts'

/**
 * Registers the endpoints by which visitors submit and confirm requests. The form's access mode decides who may submit.
 */
export function visitorRequests(app: FastifyInstance, services: RequestServices): void {
  // Turns off Fastify's parser for multipart bodies, because the submission endpoint reads the body as a stream.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  submitRequest(app, services)
  checkConfirmation(app, services)
  confirmRequest(app, services)
  resendConfirmation(app, services)
}
