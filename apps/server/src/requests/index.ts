import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { checkConfirmation } from './check-confirmation.ts'
import { confirmRequest } from './confirm-request.ts'
import { exportRequests } from './export-requests.ts'
import { getAttachment } from './get-attachment.ts'
import { managedRequests } from './managed-requests.ts'
import { personalData } from './personal-data.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { submitRequest } from './submit-request.ts'

/** Registers the visitors' endpoints; the form's access mode decides who may call them. */
export function visitorRequests(app: FastifyInstance, services: Services): void {
  // The endpoint itself reads multipart bodies, as a stream.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  submitRequest(app, services)
  checkConfirmation(app, services)
  confirmRequest(app, services)
  resendConfirmation(app, services)
}

/** Registers the operators' endpoints; each operator reaches the requests of their own forms. */
export function requestsManaged(app: FastifyInstance, services: Services): void {
  managedRequests(app, services)
  getAttachment(app, services)
  exportRequests(app, services)
  personalData(app, services)
}
