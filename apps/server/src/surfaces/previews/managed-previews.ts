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

/** Number of hours for which a preview of a draft can be used. */
const PREVIEW_HOURS = 12
/** Maximum number of previews that an operator has per form definition. A further preview ends the oldest one. */
const MAX_PREVIEWS = 10

interface Row {
  id: string
  token_hash: Buffer
  expires_at: Date
}

/**
 * Registers the endpoints by which operators create and change previews of drafts. Each operator sees and changes only
 * previews that the operator has created.
 */
export function managedPreviews(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.makePreview, async ({ params: { code_tag }, body, operator }) => {
    const code = newPreviewCode()
    const made = await acrossCustomers(kysely, async (db) => {
      await requireForm(db, operator, code_tag, body)
      await db
        .deleteFrom('previews')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('previews')
            .select('id')
            .where('code_tag', '=', code_tag)
            .where('username', '=', operator.username)
            .orderBy('created_at', 'desc')
            .offset(MAX_PREVIEWS - 1),
        )
        .execute()
      const row = await db
        .insertInto('previews')
        .values({
          token_hash: hashOfPreviewCode(code),
          code_tag,
          username: operator.username,
          options: JSON.stringify(body),
          expires_at: sql<Date>`now() + make_interval(hours => ${PREVIEW_HOURS}::int)`,
        })
        .returning(['id', 'expires_at', 'token_hash'])
        .executeTakeFirstOrThrow()
      const { form, mode, today } = body
      await audit(db, operator, { action: 'definition.preview', subject: code_tag, after: { form, mode, today } })
      return { row, forms: await formsOf(db, code_tag) }
    })
    return { ...(await answerOf(made.row, made.forms)), code }
  })

  managed(app, endpoints.changePreview, async ({ params: { code_tag, id }, body, operator }) => {
    const changed = await acrossCustomers(kysely, async (db) => {
      await requireForm(db, operator, code_tag, body)
      const row = await db
        .updateTable('previews')
        .set({ options: JSON.stringify(body) })
        .where('id', '=', id)
        .where('code_tag', '=', code_tag)
        .where('username', '=', operator.username)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['id', 'expires_at', 'token_hash'])
        .executeTakeFirst()
      if (!row) throw apiError('http_not_found')
      return { row, forms: await formsOf(db, code_tag) }
    })
    return answerOf(changed.row, changed.forms)
  })

  /**
   * Returns a preview of a draft. Also returns the options that authors can choose for the preview; they depend on the
   * draft
   * and the form.
   */
  async function answerOf({ id, token_hash, expires_at }: Row, forms: { code_form: string; description: string }[]) {
    const shown = await services.previews.byHash(token_hash)
    const languages = shown?.published.languages.map(({ lang_code }) => lang_code) ?? []
    return { id, expires_at: expires_at.toISOString(), forms, modes: [...(shown?.preview?.modes ?? [])], languages }
  }
}

/**
 * Checks that the operator may manage the form definition, that the definition has the given version, and that the
 * given form uses the definition.
 * @throws ApiError http_not_found, forms_mgmt0001
 */
async function requireForm(db: DeploymentDb, operator: Pick<Operator, 'customers'>, codeTag: string, { form, version }: PreviewOptions): Promise<void> {
  if (!(await isReachedDefinition(db, operator, codeTag))) throw apiError('http_not_found')
  if (version !== undefined) {
    const row = await db.selectFrom('definition_versions').select('version').where('code_tag', '=', codeTag).where('version', '=', version).executeTakeFirst()
    if (!row) throw apiError('http_not_found')
  }
  if (form !== null) await requireFormOf(db, codeTag, form)
}

/** @throws ApiError if the form with the given code does not use the definition */
export async function requireFormOf(db: DeploymentDb, codeTag: string, form: string): Promise<void> {
  const row = await db.selectFrom('customers').select('customer_code').where('customer_code', '=', form).where('code_tag', '=', codeTag).executeTakeFirst()
  if (!row) throw inputError('form', 'no_form')
}

function formsOf(db: DeploymentDb, codeTag: string): Promise<{ code_form: string; description: string }[]> {
  return db
    .selectFrom('customers')
    .select(['customer_code as code_form', 'description'])
    .where('code_tag', '=', codeTag)
    .orderBy('customer_code')
    .limit(200)
    .execute()
}
