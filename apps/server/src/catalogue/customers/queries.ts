import type { FormSetting } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema.ts'
import { type CustomerDb, type DeploymentDb, withCustomer } from '../../platform/db/with-customer.ts'
import type { Survey } from '../access/rules.ts'
import { COMPILED, DOCUMENT_UNLESS_COMPILED, openVersion, type ReadVersion } from '../definitions/rules.ts'
import type { SurveyPerson } from './keyed-person.ts'

/** A customer's row in the database, joined with the published version of its form definition. */
export interface CustomerRecord {
  setting: Omit<FormSetting, 'mappings'>
  /** The published form definition. */
  version: ReadVersion
}

/** Reads a form with its published definition. @param storing where a definition is stored that had to be compiled; `db` may be a replica */
export async function findCustomer(db: Kysely<DB>, customerCode: string, storing: Kysely<DB> = db): Promise<CustomerRecord | undefined> {
  const row = await withCustomer(db, customerCode, (scoped) => readCustomer(scoped, customerCode))
  return row && { setting: settingOf(row), version: await openVersion(storing, row) }
}

function readCustomer(db: CustomerDb, customerCode: string) {
  return db
    .selectFrom('customers')
    .innerJoin('definitions', 'definitions.code_tag', 'customers.code_tag')
    .innerJoin('definition_versions as v', (join) => join.onRef('v.code_tag', '=', 'definitions.code_tag').onRef('v.version', '=', 'definitions.live_version'))
    .where('customers.customer_code', '=', customerCode)
    .selectAll('customers')
    .select(['v.version', COMPILED.as('compiled'), DOCUMENT_UNLESS_COMPILED.as('document')])
    .executeTakeFirst()
}

/** Reads the setting of a form. The form's definition need not be published. */
export function findSetting(db: Kysely<DB>, customerCode: string): Promise<CustomerRecord['setting'] | undefined> {
  return withCustomer(db, customerCode, async (scoped) => {
    const row = await scoped.selectFrom('customers').where('customer_code', '=', customerCode).selectAll().executeTakeFirst()
    return row && settingOf(row)
  })
}

interface SettingRow {
  customer_code: string
  description: string
  code_tag: string
  client_url: string
  active: boolean
  params: unknown
  logo_params: unknown
  template_params: unknown
  live_chat_params: unknown
  survey_no_recompile: boolean | null
}

/** Converts a customer's database row to a form setting. */
export function settingOf(row: SettingRow): Omit<FormSetting, 'mappings'> {
  return {
    code_form: row.customer_code,
    description: row.description,
    code_tag: row.code_tag,
    client_url: row.client_url,
    active: row.active,
    params: row.params as FormSetting['params'],
    logoParams: row.logo_params as FormSetting['logoParams'],
    templateParams: row.template_params as FormSetting['templateParams'],
    liveChatParams: row.live_chat_params as FormSetting['liveChatParams'],
    ...(row.survey_no_recompile !== null && { survey_no_recompile: row.survey_no_recompile }),
  }
}

/** Converts a form setting to the columns of its database row. */
export function formColumns(setting: Omit<FormSetting, 'mappings' | 'id'>) {
  return {
    description: setting.description,
    code_tag: setting.code_tag,
    client_url: setting.client_url,
    active: setting.active,
    params: JSON.stringify(setting.params),
    logo_params: JSON.stringify(setting.logoParams),
    template_params: JSON.stringify(setting.templateParams),
    live_chat_params: JSON.stringify(setting.liveChatParams),
    survey_no_recompile: setting.survey_no_recompile ?? null,
    updated_at: new Date(),
  }
}

/**
 * Reads the settings, integrations and assets that all customers share. A deployment has only tens of each, so the
 * queries read all rows.
 */
export async function readSharedCatalog(db: Kysely<DB>) {
  const [settings, integrations, assets] = await Promise.all([
    db.selectFrom('settings').select(['code', 'value']).execute(),
    db.selectFrom('integrations').select(['service', 'document']).execute(),
    db
      .selectFrom('assets')
      .select(({ eb }) => [
        'kind',
        'name',
        'media_type',
        'content_hash',
        eb.case().when('kind', '=', 'custom_loc_strings').then(eb.ref('content')).else(null).end().as('strings'),
      ])
      .execute(),
  ])
  return { settings, integrations, assets }
}

export async function readRevision(db: Kysely<DB>): Promise<number> {
  const { revision } = await db.selectFrom('catalog_revision').select('revision').executeTakeFirstOrThrow()
  return revision
}

export async function hasSentSurvey(db: CustomerDb, { customerCode, codeTag }: Survey, { keyed, unkeyed }: SurveyPerson): Promise<boolean> {
  const row = await db
    .selectFrom('survey_people')
    .select('sent_at')
    .where('customer_code', '=', customerCode)
    .where('definition_code_tag', '=', codeTag)
    .where('person_hash', 'in', [keyed, unkeyed])
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes expired previews of drafts, or expired links for reviewers, at most `most` rows per call.
 * @returns the number of deleted rows
 */
export async function deleteExpiredPreviews(db: DeploymentDb, table: 'previews' | 'review_links', most: number): Promise<number> {
  const name = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${name} where id in (select id from ${name} where expires_at <= now() order by expires_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
