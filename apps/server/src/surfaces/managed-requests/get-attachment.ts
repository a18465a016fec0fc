import { Readable } from 'node:stream'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../management/audit.ts'
import { managedFile } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { DamagedFile, openStoredFile, type StoredFileReader } from '../../requests/attachments/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findSeenRequest } from './agent-reach.ts'
import { findAttachment } from './managed-queries.ts'

/**
 * Registers the endpoint that sends an attachment of a request to operators. The media type is always
 * `application/octet-stream`, so that no browser renders the file.
 */
export function getAttachment(app: FastifyInstance, services: RequestServices): void {
  managedFile(app, endpoints.getAttachment, async ({ params: { ticket, id }, operator }) => {
    const file = await withinReach(services.database.kysely, operator, async (db) =>
      (await findSeenRequest(db, operator, ticket)) ? findAttachment(db, ticket, id) : undefined,
    )
    if (!file) throw apiError('http_not_found')
    if (file.malware !== null) throw apiError('forms0026', [file.name])
    // Verifies the whole attachment before the response begins. A missing or damaged file thus causes an error response
    // instead of a truncated body.
    const content = await openStoredFile(services, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw apiError('http_not_found')
      if (error instanceof DamagedFile) throw new ApiError([{ code: 'forms_mgmt0005', params: [file.name] }], { cause: error })
      throw error
    })
    const { customer_code: customer, property } = file
    await withinReach(services.database.kysely, operator, (db) =>
      audit(db, operator, { action: 'attachment.download', subject: ticket, customer, after: { attachment: id, property } }),
    )
    return { name: file.name, mediaType: 'application/octet-stream', content: streamOf(content), size: content.size }
  })
}

function streamOf(content: StoredFileReader): Readable {
  const stream = Readable.from(content.read())
  stream.once('close', () => void content.close())
  return stream
}
