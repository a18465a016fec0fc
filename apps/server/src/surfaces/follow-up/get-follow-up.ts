import { Readable } from 'node:stream'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { fileRoute } from '../../platform/http/file-route.ts'
import { route } from '../../platform/http/route.ts'
import { Unreadable } from '../../platform/keys/rules.ts'
import { DamagedFile, openStoredFile } from '../../requests/attachments/rules.ts'
import { readableRequest, requestContent } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { CALLS_PER_RECEIPT, findSubmitted, printedReceipt, readReceipt } from '../receipts/rules.ts'
import { inSession, requireOpen } from './in-session.ts'
import { findFile } from './queries.ts'
import { shownFollowUp } from './shown-follow-up.ts'

/** Registers the endpoints that show a request on its follow-up page. The answers and files need the mailed code. */
export function getFollowUp(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.getFollowUp, ({ params, request }) =>
    inSession(services, params.customerCode, request, (db, customer, session) => shownFollowUp(services, db, customer, session)),
  )

  route(app, endpoints.getFollowUpAnswers, ({ params, request }) =>
    inSession(services, params.customerCode, request, async (db, customer, session) => {
      requireOpen(session)
      const row = await findSubmitted(db, customer.code, 'id', session.id)
      if (!row) throw apiError('forms0011')
      try {
        const { sections } = readableRequest(customer, row, await requestContent(services.encryption, db, customer, row))
        return { unreadable: false, sections: sections.map(({ title, rows }) => ({ title, rows: rows.map(({ label, text }) => ({ label, text })) })) }
      } catch (error) {
        if (error instanceof Unreadable) return { unreadable: true, sections: [] }
        throw error
      }
    }),
  )

  fileRoute(app, endpoints.getFollowUpReceipt, async ({ params, request }) => {
    request.extraCalls += CALLS_PER_RECEIPT - 1
    const receipt = await inSession(services, params.customerCode, request, async (db, customer, session) => {
      requireOpen(session)
      const row = await findSubmitted(db, customer.code, 'id', session.id)
      if (!row) throw apiError('forms0011')
      return readReceipt(services, db, customer, row)
    })
    return printedReceipt(receipt)
  })

  fileRoute(app, endpoints.getFollowUpFile, async ({ params, request }) => {
    const file = await inSession(services, params.customerCode, request, async (db, _customer, session) => {
      requireOpen(session)
      return findFile(db, session, params.id)
    })
    if (!file) throw apiError('http_not_found')
    if (file.malware !== null) throw apiError('forms0026', [file.name])
    const content = await openStoredFile(services, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw apiError('http_not_found')
      if (error instanceof DamagedFile) throw new ApiError([{ code: 'forms_mgmt0005', params: [file.name] }], { cause: error })
      throw error
    })
    const stream = Readable.from(content.read())
    stream.once('close', () => void content.close())
    return { name: file.name, mediaType: 'application/octet-stream', content: stream, size: content.size }
  })
}
