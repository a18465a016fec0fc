import { createReadStream } from 'node:fs'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import { managedFile, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { findAttachment } from './managed-queries.ts'

/** A file of a request, for operators: as bytes, whatever type it says of itself. */
export function getAttachment(app: FastifyInstance, { attachments, database }: Services): void {
  managedFile(app, endpoints.getAttachment, async ({ params: { ticket, id }, operator }) => {
    const file = await withinReach(database.kysely, operator, (db) => findAttachment(db, ticket, id))
    if (!file) throw fault('http_not_found')
    const content = createReadStream(attachments.pathOf(file.customer_code, file.id))
    // Opened before the answer begins: a file that is gone must not be an answer of half.
    await new Promise((resolve, reject) => content.once('open', resolve).once('error', reject)).catch(() => {
      throw fault('http_not_found')
    })
    return { name: file.name, mediaType: 'application/octet-stream', content, size: Number(file.size) }
  })
}
