import { randomBytes, randomUUID } from 'node:crypto'
import type { SendReceipt } from '@sportello/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { requestLimits } from '../attachments/rules.ts'
import type { NewRequest } from './new-request.ts'
import { readSubmission } from './read-submission.ts'
import type { RequestServices } from './services.ts'
import { rejectOversize } from './submission-rules.ts'
import { buildRecord, type ValidSubmission, validateSubmission } from './submit-request.ts'

/**
 * The result of a submission in the preview of a draft: the database rows that a real submission would write, and the
 * response.
 */
export interface SimulatedSubmission {
  row: NewRequest
  receipt: SendReceipt
  submission: ValidSubmission
}

/**
 * Checks a test submission, which an author sends in the preview of a draft. Applies the rules of a real submission and
 * returns what the server would store, but stores nothing. Rules that compare with stored submissions (limits per
 * person,
 * identical requests, single-use codes) do not apply. The files are encrypted with a temporary key and then deleted.
 * @throws ApiError like a real submission
 */
export async function simulateSubmission(
  services: RequestServices,
  customer: Customer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<SimulatedSubmission> {
  const limits = requestLimits(customer.settings)
  const key = { id: randomUUID(), key: randomBytes(32) }
  const parts = { attachments: services.attachments, customerKeys: { current: async () => key } }
  const send = await readSubmission(request, parts, customer.code, limits, async () => {})
  try {
    rejectOversize(send.files, limits.requestBytes)
    const submission = await validateSubmission(services, customer, send, { request, limits })
    return { ...buildRecord(services, customer, send, submission, { request, reply, key: key.key }), submission }
  } finally {
    await services.attachments.discardQuarantined(send.files)
  }
}
