import { randomUUID } from 'node:crypto'
import { type Definition, ROOT_ID, type Tag } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { DraftTree, differenceOf, treeOf, withIds, withStaleTexts } from '@sportello/editing'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  beginDraft,
  draftNodes,
  editedDocument,
  endDraft,
  liveDocument,
  replaceDraft,
  type StoredDefinition,
  versionDocument,
} from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { ofReachedDefinition, readFor } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { bareDefinition, definitionJsonSchema, needsApproval, withSecretsOf } from '../bundle/rules.ts'
import { requireReason } from './form-tests.ts'
import { lockReached } from './lock-reached.ts'
import type { CheckDefinition } from './managed-checks.ts'
import { documentToPublish, publishDocument, requireSound, validDefinition } from './publish-document.ts'
import { storeInTree } from './store-change.ts'

/**
 * Registers the endpoints that manage form definitions. The server checks a draft as it checks an import; visitors see
 * the draft only after its publication (wire contract, section “HTTP”).
 */
export function managedDefinitions(app: FastifyInstance, services: RequestServices, check: CheckDefinition): void {
  const { kysely } = services.database

  managed(app, endpoints.listDefinitions, ({ operator }) =>
    readFor(services.database, operator, (reader) =>
      acrossCustomers(reader, async (db) => {
        // The column `d.draft` contains drafts that a server of the previous release has stored.
        const { rows } = await sql<Listed>`
        select d.code_tag, coalesce(v.head ->> 'tag_description', n.content ->> 'tag_description', d.draft_description, '') as description, d.live_version,
          p.state as publication,
          b.code_tag is not null or d.draft_steps is not null as draft, coalesce(b.steps, d.draft_steps, v.steps, 0) as steps,
          array(select c.customer_code from customers c where c.code_tag = d.code_tag order by 1) as forms, d.updated_at, d.xmin::text as version
        from definitions d
          left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
          left join publications p on p.code_tag = d.code_tag and p.state in ('asked', 'planned')
          left join drafts b on b.code_tag = d.code_tag and b.prepared_from is null
          left join draft_nodes n on n.code_tag = d.code_tag and n.id = ${ROOT_ID}
        where ${ofReachedDefinition('d.code_tag', operator)} order by d.code_tag`.execute(db)
        return rows.map(({ updated_at, ...row }) => ({ ...row, updated_at: updated_at.toISOString() }))
      }),
    ),
  )

  managed(app, endpoints.getDefinitionSchema, async () => definitionJsonSchema())

  managed(app, endpoints.getDefinition, ({ params: { code_tag }, query, operator, reply }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      if (!stored) throw apiError('http_not_found')
      const document = query.version === undefined ? await editedDocument(db, stored) : await versionDocument(db, code_tag, query.version)
      if (!document) throw apiError('http_not_found')
      reply.header('etag', `"${stored.version}"`)
      return bareDefinition(document)
    }),
  )

  managed(app, endpoints.putDefinitionDraft, async ({ params: { code_tag }, body, operator, request, reply }) => {
    const sent = await validDefinition(body)
    if (sent.code_tag !== code_tag) throw apiError('forms_mgmt0001', [], '/code_tag')
    return acrossCustomers(kysely, async (db) => {
      const before = await lockReached(db, operator, code_tag)
      // Rejects a new definition if the operator may manage only some forms: no form uses the definition yet, so the
      // operator could not open it.
      if (!before && operator.customers !== null) throw apiError('http_not_found')
      if (before) requireVersion(request, before.version)
      const edited = before && (await editedDocument(db, before))
      const whole = withIds(cleanDefinition(withSecretsOf(sent, edited)), edited)
      const draft = edited ? withStaleTexts(whole, edited) : whole
      if (!before || !edited) {
        await db
          .insertInto('definitions')
          .values({ code_tag })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await replaceDraft(db, code_tag, draft)
      } else await changeIntoDocument(db, operator.username, before, draft)
      await audit(db, operator, { action: 'definition.draft', subject: code_tag, before: sizeOf(edited), after: sizeOf(sent) })
      const version = (await lockReached(db, operator, code_tag))?.version ?? ''
      reply.header('etag', `"${version}"`)
      return { code_tag, version }
    })
  })

  managed(app, endpoints.publishDefinition, ({ params: { code_tag }, body, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      if (!stored) throw apiError('http_not_found')
      requireVersion(request, stored.version)
      if (!stored.hasDraft) throw apiError('forms_mgmt0001', [], 'draft')
      // If the deployment requires approval, nobody publishes directly: a second person publishes on request
      // (`judgePublication`).
      if (await needsApproval(services)) throw apiError('forms_mgmt0001', [], 'publication')
      // A draft may be incomplete, but a published definition may not.
      const definition = cleanDefinition(await validDefinition(await documentToPublish(db, stored, body?.language)))
      await requireSound(definition, (each) => check(db, each, languageFor(request)))
      const failing = await requireReason(db, services, definition, body?.test_reason)
      const asked_by = operator.username
      const live_version = await publishDocument(db, operator, stored, {
        document: definition,
        message: body?.message || null,
        urgent: body?.urgent ?? false,
        asked_by,
        ...(failing.length > 0 && { tests: { failing, reason: body?.test_reason ?? '' } }),
      })
      // A draft that equals the live version is deleted, and no new version is created. What a publication of one
      // language leaves out stays in the draft.
      if (body?.language === undefined) await endDraft(db, code_tag)
      return { code_tag, live_version }
    }),
  )

  managed(app, endpoints.discardDefinitionDraft, ({ params: { code_tag }, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      if (!stored?.hasDraft) throw apiError('forms_mgmt0002')
      requireVersion(request, stored.version)
      const draft = await editedDocument(db, stored)
      await endDraft(db, code_tag)
      await audit(db, operator, { action: 'definition.discard', subject: code_tag, before: sizeOf(draft), after: sizeOf(await liveDocument(db, code_tag)) })
      return {}
    }),
  )
}

/**
 * Turns a draft into the given document by a list of single operations. Other authors may edit the draft at the same
 * time:
 * their changes to other parts are kept, and they can undo their own changes.
 */
async function changeIntoDocument(db: DeploymentDb, username: string, stored: StoredDefinition, document: Definition): Promise<void> {
  await beginDraft(db, stored)
  const tree = new DraftTree(await draftNodes(db, { ...stored, hasDraft: true }))
  const operations = differenceOf(tree, treeOf(document))
  if (operations.length > 0) await storeInTree(db, username, stored.code_tag, { id: randomUUID(), kind: 'edit', operations }, tree)
}

/**
 * Returns the number of steps and the number of fields of a form definition, for the audit log. The log does not store
 * the
 * definition itself, because it can have thousands of steps.
 */
function sizeOf(document: Definition | null | undefined) {
  if (!document) return undefined
  const { code_tag, tag_description: title, form_fields, children } = document
  const count = { steps: 0, fields: 0 }
  const open: Pick<Tag, 'form_fields' | 'children'>[] = [{ form_fields, children }]
  for (let tag = open.pop(); tag; tag = open.pop()) {
    count.steps += 1
    count.fields += tag.form_fields.length
    open.push(...tag.children)
  }
  return { code_tag, title, ...count, characters: JSON.stringify(document).length }
}

interface Listed {
  version: string
  code_tag: string
  description: string
  live_version: number | null
  publication: 'asked' | 'planned' | null
  draft: boolean
  steps: number
  forms: string[]
  updated_at: Date
}
