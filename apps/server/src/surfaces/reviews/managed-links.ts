import type { PreviewOptions } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hashOfPreviewCode, newPreviewCode } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { isReachedDefinition } from '../../management/reach.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Number of days for which a link for reviewers works. */
const LINK_DAYS = 7
/** Maximum number of links for reviewers per form definition, not counting expired and revoked links. */
const MAX_LINKS = 20

/** Registers the endpoints by which authors list, create and revoke links for reviewers. */
export function managedLinks(app: FastifyInstance, { config, database: { kysely } }: RequestServices): void {
  managed(app, endpoints.listReviewLinks, ({ params: { code_tag }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      await requireReached(db, operator, code_tag)
      return linksOf(db, code_tag)
    }),
  )

  managed(app, endpoints.makeReviewLink, ({ params: { code_tag }, body: { label, form, mode }, operator }) => {
    const code = newPreviewCode()
    return acrossCustomers(kysely, async (db) => {
      await requireReached(db, operator, code_tag)
      // Locks the form definition, so that parallel calls cannot together exceed the maximum number of links.
      await db.selectFrom('definitions').select('code_tag').where('code_tag', '=', code_tag).forNoKeyUpdate().execute()
      if ((await linksOf(db, code_tag)).length >= MAX_LINKS) throw inputError('label', 'too_many', MAX_LINKS)
      if (form !== null) {
        const used = await db
          .selectFrom('customers')
          .select('customer_code')
          .where('customer_code', '=', form)
          .where('code_tag', '=', code_tag)
          .executeTakeFirst()
        if (!used) throw inputError('form', 'no_form')
      }
      const options: PreviewOptions = { form, mode, known: {}, today: null, language: null }
      const { id } = await db
        .insertInto('review_links')
        .values({
          token_hash: hashOfPreviewCode(code),
          code_tag,
          label,
          username: operator.username,
          options: JSON.stringify(options),
          expires_at: sql<Date>`now() + make_interval(days => ${LINK_DAYS}::int)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(db, operator, { action: 'review.add', subject: code_tag, after: { label, form, mode } })
      const link = (await linksOf(db, code_tag)).find((each) => each.id === id)
      if (!link) throw apiError('http_not_found')
      // The code of the link for reviewers is in the URL's fragment, which browsers do not send to servers. Therefore
      // no proxy's log and no messenger's link preview contains the code.
      return { link, url: `${config.publicUrl}/~review#${code}` }
    })
  })

  managed(app, endpoints.revokeReviewLink, ({ params: { code_tag, id }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      await requireReached(db, operator, code_tag)
      const row = await db.deleteFrom('review_links').where('id', '=', id).where('code_tag', '=', code_tag).returning('label').executeTakeFirst()
      if (!row) throw apiError('http_not_found')
      await audit(db, operator, { action: 'review.revoke', subject: code_tag, before: { label: row.label } })
      return {}
    }),
  )
}

async function requireReached(db: DeploymentDb, operator: Pick<Operator, 'customers'>, codeTag: string): Promise<void> {
  if (!(await isReachedDefinition(db, operator, codeTag))) throw apiError('http_not_found')
}

async function linksOf(db: DeploymentDb, codeTag: string) {
  const { rows } = await sql<{ id: string; label: string; made_by: string; created_at: Date; expires_at: Date; comments: number }>`
    select l.id, l.label, l.username as made_by, l.created_at, l.expires_at,
      (select count(*)::int from step_comments c where c.link_id = l.id and c.username is null) as comments
    from review_links l where l.code_tag = ${codeTag} and l.expires_at > now() order by l.created_at desc, l.id`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }))
}
