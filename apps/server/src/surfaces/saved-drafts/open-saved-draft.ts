import { Readable } from 'node:stream'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { type PublishedDefinition, readVersion } from '../../catalogue/definitions/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { fileRoute } from '../../platform/http/file-route.ts'
import { route } from '../../platform/http/route.ts'
import { DamagedFile, SealedReader } from '../../requests/attachments/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { endDrafts } from '../../requests/saved-drafts/queries.ts'
import { mayOpenDrafts } from '../../requests/saved-drafts/rules.ts'
import { fitDraft } from './fit-draft.ts'
import { type OpenDraft, openLink } from './open-link.ts'

/** The rate limit counts a call with a link as this many calls, because it may compare a slow hash. */
const CALLS_PER_LINK = 10

/**
 * Returns the form whose saved drafts a call may open.
 * @throws ApiError forms0001, forms0010, http_not_found.
 */
async function opening(services: RequestServices, customerCode: string): Promise<Customer> {
  const customer = await services.openCustomer(customerCode)
  if (!mayOpenDrafts(customer)) throw apiError('http_not_found')
  return customer
}

/** Registers the endpoints with which the holder of a mailed link opens a saved draft, reads its files and deletes it. */
export function openSavedDraft(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.openSavedDraft, async ({ params, body, request }) => {
    const customer = await opening(services, params.customerCode)
    request.extraCalls += CALLS_PER_LINK - 1
    const opened = await openLink(services, customer, body.key, body.second_factor)
    if ('needs' in opened) return { draft: null, second_factor: opened.needs, tries_left: opened.left }
    const { row, content } = opened
    services.metrics.savedDrafts.inc({ act: 'opened' })
    const draft = {
      saved_at: row.saved_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      lang_code: row.lang_code,
      ...fitDraft(customer, await savedVersion(services, customer, opened), content, row.lang_code),
    }
    return { draft, second_factor: row.second_factor, tries_left: null }
  })

  fileRoute(app, endpoints.getSavedFile, async ({ params, request }) => {
    const customer = await opening(services, params.customerCode)
    request.extraCalls += CALLS_PER_LINK - 1
    const body = endpoints.getSavedFile.body?.safeParse(request.body)
    if (!body?.success) throw apiError('http_malformed')
    const opened = await openLink(services, customer, body.data.key, body.data.second_factor)
    if ('needs' in opened) throw apiError('forms0003')
    const file = opened.content.files.find(({ id }) => id === body.data.id)
    if (!file) throw apiError('forms0003')
    return { name: file.name, mediaType: 'application/octet-stream', ...(await readFile(services, customer.code, file.id, opened)) }
  })

  route(app, endpoints.deleteSavedDraft, async ({ params, body, request }) => {
    const customer = await opening(services, params.customerCode)
    request.extraCalls += CALLS_PER_LINK - 1
    const opened = await openLink(services, customer, body.key, body.second_factor)
    if ('needs' in opened) return { deleted: false }
    const files = await withCustomer(services.database.kysely, customer.code, (db) => endDrafts(db, customer.code, [opened.row.id], 'deleted'))
    await services.attachments.removeUnnamed(files.map((id) => ({ customerCode: customer.code, id })))
    services.metrics.savedDrafts.inc({ act: 'deleted' })
    return { deleted: true }
  })
}

async function savedVersion({ database }: RequestServices, { published }: Customer, { row }: OpenDraft): Promise<PublishedDefinition | undefined> {
  const { definition_code_tag: codeTag, definition_version: version } = row
  if (published.codeTag === codeTag && published.version === version) return published
  return (await readVersion(database.kysely, codeTag, version))?.published
}

async function readFile({ attachments }: RequestServices, customerCode: string, id: string, { key }: OpenDraft) {
  try {
    const reader = await SealedReader.of(await attachments.open(customerCode, id), { customerCode, id, key: key.key })
    const content = Readable.from(reader.read())
    content.once('close', () => void reader.close())
    return { content, size: reader.size }
  } catch (error) {
    // The draft may have been saved again or deleted since it was opened.
    if (error instanceof DamagedFile || (error as NodeJS.ErrnoException).code === 'ENOENT') throw apiError('forms0003')
    throw error
  }
}
