import { type Definition, isAllowed, type Publication } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { StoredDefinition } from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { requireVersion } from '../../management/versions.ts'
import { now } from '../../platform/db/clock.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { needsApproval } from '../bundle/rules.ts'
import { requireReason } from './form-tests.ts'
import { lockReached } from './lock-reached.ts'
import type { CheckDefinition } from './managed-checks.ts'
import { lockOpenPublication, openPublication, publicationsOf, settlePublication } from './publication-rows.ts'
import { documentToPublish, publishDocument, requireSound, validDefinition } from './publish-document.ts'

/** The roles that may publish a form definition. */
const MAY_PUBLISH = { role: endpoints.publishDefinition.role ?? 'owner', authoring: endpoints.publishDefinition.authoring } as const
/** Maximum number of days by which a publication can be planned ahead. */
const MAX_DAYS = 366

/**
 * Registers the endpoints by which operators request, approve, send back, plan and withdraw a publication. A request
 * freezes the document. The published content is therefore exactly the content that was approved.
 */
export function managedPublications(app: FastifyInstance, services: RequestServices, check: CheckDefinition): void {
  const { kysely } = services.database

  managed(app, endpoints.listPublications, ({ params: { code_tag }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      if (!stored) throw apiError('http_not_found')
      return { needs_approval: await needsApproval(services), publications: await publicationsOf(db, stored) }
    }),
  )

  managed(app, endpoints.askPublication, ({ params: { code_tag }, body, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      if (!stored) throw apiError('http_not_found')
      requireVersion(request, stored.version)
      if (!stored.hasDraft) throw apiError('forms_mgmt0001', [], 'draft')
      const isAsked = await needsApproval(services)
      const moment = momentOf(body.publish_at ?? null)
      if (!isAsked && !isAllowed(operator.role, MAY_PUBLISH)) throw apiError('forms0018')
      // Rejects a publication request that needs no approval and has no planned time. For that case the endpoint
      // `publish` exists, which publishes at once.
      if (!isAsked && moment === null) throw apiError('forms_mgmt0001', [], 'publish_at')
      const document = await soundDraft(db, stored, body.language, (each) => check(db, each, languageFor(request)))
      const failing = await requireReason(db, services, document, body.test_reason)
      const id = await openPublication(db, stored, {
        document,
        state: isAsked ? 'asked' : 'planned',
        askedBy: operator.username,
        message: body.message || null,
        publishAt: moment,
        urgent: body.urgent ?? false,
        failingTests: failing,
      })
      await audit(db, operator, {
        action: isAsked ? 'publication.ask' : 'publication.plan',
        subject: code_tag,
        after: { id, publish_at: moment, message: body.message || null, ...(failing.length > 0 && { tests: { failing, reason: body.test_reason } }) },
      })
      return oneOf(db, stored, id)
    }),
  )

  managed(app, endpoints.judgePublication, ({ params: { code_tag, id }, body: { approve, comment }, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      const open = stored && (await lockOpenPublication(db, code_tag, id))
      if (!stored || open?.state !== 'asked') throw apiError('http_not_found')
      if (open.asked_by === operator.username) throw apiError('forms_mgmt0001', [], 'operator')
      if (!approve && !comment) throw apiError('forms_mgmt0001', [], 'comment')
      const verdict = { judgedBy: operator.username, comment: comment || null }
      if (!approve) await settlePublication(db, id, { state: 'sent_back', ...verdict })
      else if (open.publish_at !== null && open.publish_at.getTime() > now()) await settlePublication(db, id, { state: 'planned', ...verdict })
      else {
        await requireSound(open.document, (each) => check(db, each, languageFor(request)))
        await publishDocument(db, operator, stored, open)
        await settlePublication(db, id, { state: 'published', ...verdict })
      }
      await audit(db, operator, {
        action: approve ? 'publication.approve' : 'publication.send_back',
        subject: code_tag,
        after: { id, asked_by: open.asked_by, comment: comment || null },
      })
      return oneOf(db, stored, id)
    }),
  )

  managed(app, endpoints.withdrawPublication, ({ params: { code_tag, id }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      const open = stored && (await lockOpenPublication(db, code_tag, id))
      if (!stored || !open) throw apiError('http_not_found')
      if (open.asked_by !== operator.username && !isAllowed(operator.role, MAY_PUBLISH)) throw apiError('forms0018')
      await settlePublication(db, id, { state: 'withdrawn', judgedBy: operator.username })
      await audit(db, operator, { action: 'publication.withdraw', subject: code_tag, after: { id, asked_by: open.asked_by } })
      return oneOf(db, stored, id)
    }),
  )
}

async function oneOf(db: DeploymentDb, stored: StoredDefinition, id: string): Promise<Publication> {
  const found = (await publicationsOf(db, stored)).find((each) => each.id === id)
  if (!found) throw apiError('http_not_found')
  return found
}

/**
 * Returns the draft as it would be published. @throws ApiError if the draft is incomplete, or if the checks find errors
 */
async function soundDraft(
  db: DeploymentDb,
  stored: StoredDefinition,
  language: string | undefined,
  check: Parameters<typeof requireSound>[1],
): Promise<Definition> {
  const definition = cleanDefinition(await validDefinition(await documentToPublish(db, stored, language)))
  await requireSound(definition, check)
  return definition
}

/** @throws ApiError if the time has passed or is too far in the future */
function momentOf(text: string | null): Date | null {
  if (text === null) return null
  const moment = new Date(text)
  if (moment.getTime() <= now() || moment.getTime() > now() + MAX_DAYS * 86_400_000) throw apiError('forms_mgmt0001', [], 'publish_at')
  return moment
}
