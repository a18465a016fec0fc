import type { PublishedVersion } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { adminWords } from '@sportello/phrases/admin'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { versionDocument } from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { requireVersion } from '../../management/versions.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { needsApproval, putDefinition } from '../bundle/rules.ts'
import { lockReached } from './lock-reached.ts'
import type { CheckDefinition } from './managed-checks.ts'
import { openPublication } from './publication-rows.ts'
import { requireSound } from './publish-document.ts'

/** Registers the endpoints that list the published versions of a definition and restore one of them. */
export function managedVersions(app: FastifyInstance, services: RequestServices, check: CheckDefinition): void {
  const { kysely } = services.database

  managed(app, endpoints.listDefinitionVersions, ({ params: { code_tag }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (!(await lockReached(db, operator, code_tag, 'share'))) throw apiError('http_not_found')
      const { rows } = await sql<Omit<PublishedVersion, 'published_at'> & { published_at: Date }>`
        select v.version, v.published_at, v.published_by, v.message, v.urgent, v.version = d.live_version as live,
          exists (select from requests r where r.definition_code_tag = v.code_tag and r.definition_version = v.version) as requests
        from definition_versions v join definitions d using (code_tag) where v.code_tag = ${code_tag} order by v.version desc`.execute(db)
      return rows.map(({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString() }))
    }),
  )

  managed(app, endpoints.rollBackDefinition, ({ params: { code_tag, version }, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      const document = await versionDocument(db, code_tag, version)
      if (!stored || !document) throw apiError('http_not_found')
      requireVersion(request, stored.version)
      // Checks the restored version again. Since it was published, new checks may have been added, and the data
      // sources, templates or forms on which it depends may have changed.
      await requireSound(document, (each) => check(db, each, languageFor(request)))
      if (await needsApproval(services)) {
        // A deployment may require that a second person approves each publication. That also applies to a restored
        // version.
        const { admin } = await adminWords[languageFor(request)]()
        const id = await openPublication(db, stored, {
          document: cleanDefinition(document),
          state: 'asked',
          askedBy: operator.username,
          message: `${admin.definition_restore}: ${admin.definition_version} ${version}`,
          publishAt: null,
          urgent: false,
        })
        await audit(db, operator, { action: 'publication.ask', subject: code_tag, after: { id, restored_version: version } })
        return { code_tag, live_version: stored.live_version ?? 0, draft: Boolean(stored.hasDraft), asked: true }
      }
      // Keeps the draft of the definition, because it contains unfinished work that an author can publish or discard
      // later.
      await putDefinition(db, cleanDefinition(document), { publishedBy: operator.username })
      const after = await lockReached(db, operator, code_tag)
      const live_version = after?.live_version ?? 0
      await audit(db, operator, {
        action: 'definition.restore',
        subject: code_tag,
        before: { live_version: stored.live_version },
        after: { live_version, restored_version: version },
      })
      return { code_tag, live_version, draft: Boolean(after?.hasDraft), asked: false }
    }),
  )
}
