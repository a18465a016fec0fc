import type { Definition, Tag } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { bundleFault } from './bundle-fault.ts'
import { bareDefinition, withSecretsOf } from './definition-secrets.ts'
import { putDefinition } from './import-bundle.ts'
import { readBundle } from './read-bundle.ts'

/**
 * Registers the calls that manage definitions. A draft is checked like an import; visitors see it after it was
 * published (wire contract, "HTTP").
 */
export function managedDefinitions(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listDefinitions, ({ operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { rows } = await sql<Listed>`
        select d.code_tag, coalesce(v.head ->> 'tag_description', d.draft_description, '') as description, d.live_version,
          d.draft_steps is not null as draft, coalesce(d.draft_steps, v.steps, 0) as steps,
          array(select c.customer_code from customers c where c.code_tag = d.code_tag order by 1) as forms, d.updated_at, d.xmin::text as version
        from definitions d left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version order by d.code_tag`.execute(db)
      return rows.map(({ updated_at, ...row }) => ({ ...row, updated_at: updated_at.toISOString() }))
    }),
  )

  managed(app, endpoints.getDefinition, ({ params, query, operator, reply }) =>
    withinReach(kysely, operator, async (db) => {
      const row = await rowOf(db, params.code_tag).executeTakeFirst().then(shownRow)
      const document = query.version === undefined ? (row?.draft ?? row?.live) : await versionOf(db, params.code_tag, query.version)
      if (!row || !document) throw apiError('http_not_found')
      reply.header('etag', `"${row.version}"`)
      return bareDefinition(document)
    }),
  )

  managed(app, endpoints.putDefinitionDraft, async ({ params: { code_tag }, body, operator, request, reply }) => {
    const { bundle, faults } = await readBundle({ definitions: [body] }, '.')
    // Makes the JSON Pointers of errors relative to the definition instead of the bundle in which it is checked.
    if (!bundle) throw bundleFault(faults.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/definitions\/0/, ''), message })))
    const [sent] = bundle.definitions
    if (sent?.code_tag !== code_tag) throw apiError('forms_mgmt0001', [], '/code_tag')
    return withinReach(kysely, operator, async (db) => {
      const before = await read(db, code_tag)
      if (before) requireVersion(request, before.version)
      const draft = JSON.stringify(cleanDefinition(withSecretsOf(sent, before?.draft ?? before?.live)))
      await db
        .insertInto('definitions')
        .values({ code_tag, draft })
        .onConflict((conflict) => conflict.column('code_tag').doUpdateSet({ draft, updated_at: sql<Date>`now()` }))
        .execute()
      await audit(db, operator, { action: 'definition.draft', subject: code_tag, before: sizeOf(before?.draft ?? before?.live), after: sizeOf(sent) })
      const after = await read(db, code_tag)
      reply.header('etag', `"${after?.version}"`)
      return { code_tag, version: after?.version ?? '' }
    })
  })

  managed(app, endpoints.publishDefinition, ({ params: { code_tag }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const row = await read(db, code_tag)
      if (!row) throw apiError('http_not_found')
      requireVersion(request, row.version)
      if (!row.draft) throw apiError('forms_mgmt0001', [], 'draft')
      await putDefinition(db, cleanDefinition(row.draft))
      // Removes a draft that equals the live version, and creates no new version.
      const { live_version } = await noDraft(db, code_tag)
      await audit(db, operator, { action: 'definition.publish', subject: code_tag, before: { live_version: row.live_version }, after: { live_version } })
      return { code_tag, live_version: live_version ?? 0 }
    }),
  )

  managed(app, endpoints.discardDefinitionDraft, ({ params: { code_tag }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const row = await read(db, code_tag)
      if (!row?.draft) throw apiError('forms_mgmt0002')
      requireVersion(request, row.version)
      await noDraft(db, code_tag)
      await audit(db, operator, { action: 'definition.discard', subject: code_tag, before: sizeOf(row.draft), after: sizeOf(row.live) })
      return {}
    }),
  )

  managed(app, endpoints.listDefinitionVersions, ({ params: { code_tag }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      if (!(await rowOf(db, code_tag).executeTakeFirst())) throw apiError('http_not_found')
      const { rows } = await sql<{ version: number; published_at: Date; live: boolean; requests: boolean }>`
        select v.version, v.published_at, v.version = d.live_version as live,
          exists (select from requests r where r.definition_code_tag = v.code_tag and r.definition_version = v.version) as requests
        from definition_versions v join definitions d using (code_tag) where v.code_tag = ${code_tag} order by v.version desc`.execute(db)
      return rows.map(({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString() }))
    }),
  )

  managed(app, endpoints.rollBackDefinition, ({ params: { code_tag, version }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const row = await read(db, code_tag)
      const document = await versionOf(db, code_tag, version)
      if (!row || !document) throw apiError('http_not_found')
      requireVersion(request, row.version)
      // Keeps the draft when an earlier version is restored, because the operator may publish or discard the draft
      // later.
      await putDefinition(db, cleanDefinition(document))
      const after = await read(db, code_tag)
      const live_version = after?.live_version ?? 0
      await audit(db, operator, {
        action: 'definition.restore',
        subject: code_tag,
        before: { live_version: row.live_version },
        after: { live_version, restored_version: version },
      })
      return { code_tag, live_version, draft: Boolean(after?.draft) }
    }),
  )
}

/** Returns the size of a document for the audit log, because the document itself can have thousands of steps. */
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
  draft: boolean
  steps: number
  forms: string[]
  updated_at: Date
}

const rowOf = (db: DeploymentDb, codeTag: string) =>
  db
    .selectFrom('definitions as d')
    .leftJoin('definition_versions as v', (join) => join.onRef('v.code_tag', '=', 'd.code_tag').onRef('v.version', '=', 'd.live_version'))
    .select(['d.live_version', 'd.draft', 'v.document', sql<string>`d.xmin::text`.as('version')])
    .where('d.code_tag', '=', codeTag)

function shownRow(row: { live_version: number | null; draft: unknown; document: unknown; version: string } | undefined) {
  return row && { live_version: row.live_version, version: row.version, draft: row.draft as Definition | null, live: row.document as Definition | null }
}

/** Reads a definition's row and locks the row until the transaction ends. */
const read = async (db: DeploymentDb, codeTag: string) => shownRow(await rowOf(db, codeTag).forUpdate('d').executeTakeFirst())

async function versionOf(db: DeploymentDb, codeTag: string, version: number): Promise<Definition | undefined> {
  const row = await db.selectFrom('definition_versions').select('document').where('code_tag', '=', codeTag).where('version', '=', version).executeTakeFirst()
  return row?.document as Definition | undefined
}

const noDraft = (db: DeploymentDb, codeTag: string) =>
  db
    .updateTable('definitions')
    .set({ draft: null, updated_at: sql<Date>`now()` })
    .where('code_tag', '=', codeTag)
    .returning('live_version')
    .executeTakeFirstOrThrow()
