import type { Bundle, BundleTest, Definition, FormSetting, Template } from '@sportello/contract'
import type { Kysely } from 'kysely'
import { settingOf } from '../../catalogue/customers/queries.ts'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * An exported bundle. It contains no accounts and tokens, because the database stores only hashes of their secrets
 * (wire contract, section “Access”).
 */
type ExportedBundle = Omit<Bundle, 'accounts' | 'tokens'>

/**
 * Exports the deployment as a bundle.
 * @param codes limits the export to these customers and to the definitions that they use
 * @throws if a code is unknown.
 */
export function exportBundle(db: Kysely<DB>, codes: readonly string[]): Promise<ExportedBundle> {
  return acrossCustomers(db, async (deployment) => {
    const forms = await exportForms(deployment, codes)
    const unknown = codes.filter((code) => !forms.some((form) => form.code_form === code))
    if (unknown.length > 0) throw new Error(`There is no form ${unknown.join(', ')}`)
    const definitions = await liveDefinitions(deployment, codes.length > 0 ? forms.map((form) => form.code_tag) : undefined)
    const tests = await exportTests(
      deployment,
      definitions.map(({ code_tag }) => code_tag),
    )
    return codes.length > 0
      ? { definitions, forms, settings: [], integrations: [], templates: [], assets: [], tests }
      : { definitions, forms, ...(await exportShared(deployment)), tests }
  })
}

async function exportForms(db: DeploymentDb, codes: readonly string[]): Promise<FormSetting[]> {
  let query = db.selectFrom('customers').selectAll().orderBy('customer_code')
  if (codes.length > 0) query = query.where('customer_code', 'in', [...codes])
  const rows = await query.execute()
  const mappings = await db.selectFrom('mappings').selectAll().orderBy('client').orderBy('sub_client').orderBy('sub_client2').orderBy('sub_client3').execute()
  return rows.map((row) => ({
    ...settingOf(row),
    mappings: mappings
      .filter((mapping) => mapping.customer_code === row.customer_code)
      .map(({ client, sub_client, sub_client2, sub_client3 }) => ({
        client,
        ...(sub_client && { sub_client }),
        ...(sub_client2 && { sub_client2 }),
        ...(sub_client3 && { sub_client3 }),
      })),
  }))
}

/** Returns the live versions of form definitions: those with the given codes or, without codes, all of them. */
export async function liveDefinitions(db: DeploymentDb, codeTags: readonly string[] | undefined): Promise<Definition[]> {
  let query = db
    .selectFrom('definitions as d')
    .innerJoin('definition_versions as v', (join) => join.onRef('v.code_tag', '=', 'd.code_tag').onRef('v.version', '=', 'd.live_version'))
    .select('v.document')
    .orderBy('d.code_tag')
  if (codeTags) query = query.where('d.code_tag', 'in', [...codeTags, ''])
  return (await query.execute()).map((row) => row.document as unknown as Definition)
}

/** Returns the recorded tests of definitions, in a stable order. */
export async function exportTests(db: DeploymentDb, codeTags: readonly string[]): Promise<BundleTest[]> {
  const rows = await db
    .selectFrom('form_tests')
    .select(['code_tag', 'name', 'input', 'expected'])
    .where('code_tag', 'in', [...codeTags, ''])
    .orderBy('code_tag')
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  return rows as unknown as BundleTest[]
}

async function exportShared(db: DeploymentDb): Promise<Pick<Bundle, 'settings' | 'integrations' | 'templates' | 'assets'>> {
  const settings = await db.selectFrom('settings').select(['code', 'value']).orderBy('code').execute()
  const integrations = await db.selectFrom('integrations').select('document').orderBy('service').execute()
  const templates = await db.selectFrom('mail_templates').selectAll().orderBy('name').orderBy('lang_code').execute()
  const assets = await db.selectFrom('assets').selectAll().orderBy('kind').orderBy('name').execute()
  return {
    settings,
    integrations: integrations.map((row) => row.document as unknown as Bundle['integrations'][number]),
    templates: templates.map(({ translated_from, ...texts }) => ({
      ...texts,
      ...(translated_from && { translated_from: translated_from as unknown as NonNullable<Template['translated_from']> }),
    })),
    assets: assets.map(({ kind, name, media_type, content }) => ({
      kind: kind as Bundle['assets'][number]['kind'],
      name,
      data_url: `data:${media_type};base64,${content.toString('base64')}`,
    })),
  }
}
