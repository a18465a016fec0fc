import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { confirmRequest } from './confirm-request.ts'
import { submitRequest } from './submit-request.ts'

/** Anyone whom the form's access mode admits. */
export function visitorRequests(app: FastifyInstance, services: Services): void {
  // Multipart bodies are read by the endpoint itself, as a stream.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  submitRequest(app, services)
  confirmRequest(app, services)
}
