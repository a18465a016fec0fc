import { isDeepStrictEqual } from 'node:util'
import type { Bundle, Definition, FormSetting } from '@sportello/contract'
import type { Kysely } from 'kysely'
import { type Change, hashAccounts, putAccounts, putTokens } from '../accounts/rules.ts'
import { assetHash, decodeDataUrl } from '../assets/rules.ts'
import type { Config } from '../config.ts'
import { formColumns, settingOf } from '../customers/queries.ts'
import type { DB, Json } from '../db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../db/with-customer.ts'
import { cleanDefinition } from '../definitions/rules.ts'
import { findRoute, logMapping } from '../routing/queries.ts'
import { type BundleFault, hashOf } from './read-bundle.ts'

/** What an import did to one thing. */
export interface ImportLine {
  kind: 'definition' | 'form' | 'setting' | 'integration' | 'template' | 'asset' | 'account' | 'token'
  name: string
  change: Change
}

/** A bundle that contradicts what the deployment holds; nothing was changed. */
export class BundleRefused extends Error {
  readonly faults: readonly BundleFault[]
  constructor(faults: readonly BundleFault[]) {
    super('the bundle was refused')
    this.faults = faults
  }
}

/** JSON as the database gives it back: without `undefined`, in plain objects. */
const plain = <T>(value: T): Json => JSON.parse(JSON.stringify(value)) as Json

/**
 * Brings a bundle into the deployment in one transaction: all of it or nothing. Importing the same bundle again changes nothing.
 * A changed definition becomes a new live version.
 * @param onProgress told how many passwords are hashed, which takes long where there are many
 * @throws BundleRefused when a form names a definition that exists nowhere, or a code that is taken by the product itself; when an
 * account or a token names a form that exists nowhere.
 */
export async function importBundle(
  db: Kysely<DB>,
  bundle: Bundle,
  config: Pick<Config, 'serviceName' | 'secretKey'>,
  onProgress: (done: number) => void = () => {},
): Promise<ImportLine[]> {
  const accounts = await hashAccounts(db, bundle.accounts, onProgress)
  return acrossCustomers(db, async (deployment) => {
    const lines: ImportLine[] = []
    const note = (kind: ImportLine['kind'], name: string, change: Change) => lines.push({ kind, name, change })
    for (const definition of bundle.definitions) note('definition', definition.code_tag, await putDefinition(deployment, cleanDefinition(definition)))
    await refuseForms(deployment, bundle.forms, config.serviceName)
    for (const form of bundle.forms) note('form', form.code_form, await putForm(deployment, form))
    for (const { code, value } of bundle.settings) note('setting', code, await put(deployment, 'settings', { code }, { value }))
    for (const each of bundle.integrations)
      note('integration', each.service, await put(deployment, 'integrations', { service: each.service }, { document: plain(each) }))
    for (const { name, lang_code, subject, html } of bundle.templates)
      note('template', `${name} (${lang_code})`, await put(deployment, 'mail_templates', { name, lang_code }, { subject, html }))
    for (const asset of bundle.assets) {
      const content = decodeDataUrl(asset.data_url ?? '')
      const mediaType = /^data:([^;]+)/.exec(asset.data_url ?? '')?.[1] ?? ''
      const values = { media_type: mediaType, content, content_hash: assetHash(content) }
      note('asset', `${asset.kind}/${asset.name}`, await put(deployment, 'assets', { kind: asset.kind, name: asset.name }, values))
    }
    await refuseWaysIn(deployment, bundle)
    for (const [at, change] of (await putAccounts(deployment, accounts)).entries())
      note('account', `${bundle.accounts[at]?.form}/${bundle.accounts[at]?.username}`, change)
    // Named by its place: a token is as good as a password.
    for (const [at, change] of (await putTokens(deployment, config, bundle.tokens)).entries()) note('token', `${bundle.tokens[at]?.form}/${at + 1}`, change)
    return lines
  })
}

async function refuseForms(db: DeploymentDb, forms: readonly FormSetting[], serviceName: string): Promise<void> {
  const known = new Set((await db.selectFrom('definitions').select('code_tag').where('live_version', 'is not', null).execute()).map((row) => row.code_tag))
  const faults = forms.flatMap((form, at): BundleFault[] => [
    ...(known.has(form.code_tag) ? [] : [{ pointer: `/forms/${at}/code_tag`, message: `there is no definition "${form.code_tag}"` }]),
    ...(form.code_form === serviceName ? [{ pointer: `/forms/${at}/code_form`, message: 'is the name of the API’s service' }] : []),
  ])
  if (faults.length > 0) throw new BundleRefused(faults)
}

async function refuseWaysIn(db: DeploymentDb, { accounts, tokens }: Bundle): Promise<void> {
  const known = new Set((await db.selectFrom('customers').select('customer_code').execute()).map((row) => row.customer_code))
  const strangers = (key: string, entries: readonly { form: string }[]): BundleFault[] =>
    entries.flatMap(({ form }, at) => (known.has(form) ? [] : [{ pointer: `/${key}/${at}/form`, message: `there is no form "${form}"` }]))
  const faults = [...strangers('accounts', accounts), ...strangers('tokens', tokens)]
  if (faults.length > 0) throw new BundleRefused(faults)
}

/** Makes a definition the live version, where it differs from what is. */
export async function putDefinition(db: DeploymentDb, definition: Definition): Promise<Change> {
  const document = plain(definition)
  const live = await db
    .selectFrom('definitions as d')
    .leftJoin('definition_versions as v', (join) => join.onRef('v.code_tag', '=', 'd.code_tag').onRef('v.version', '=', 'd.live_version'))
    .select(['d.live_version', 'v.document'])
    .where('d.code_tag', '=', definition.code_tag)
    .forUpdate('d')
    .executeTakeFirst()
  if (live?.live_version && isDeepStrictEqual(live.document, document)) return 'left'
  const { version } = await db
    .selectFrom('definition_versions')
    .select(({ fn, val }) => fn.coalesce(fn.max('version'), val(0)).as('version'))
    .where('code_tag', '=', definition.code_tag)
    .executeTakeFirstOrThrow()
  const next = version + 1
  await db
    .insertInto('definitions')
    .values({ code_tag: definition.code_tag })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('definition_versions')
    .values({
      code_tag: definition.code_tag,
      version: next,
      document: JSON.stringify(document),
      document_hash: Buffer.from(hashOf(JSON.stringify(document)), 'base64url'),
    })
    .execute()
  await db.updateTable('definitions').set({ live_version: next, draft: null, updated_at: new Date() }).where('code_tag', '=', definition.code_tag).execute()
  return live ? 'changed' : 'added'
}

async function putForm(db: DeploymentDb, form: FormSetting): Promise<Change> {
  const row = await db.selectFrom('customers').selectAll().where('customer_code', '=', form.code_form).forUpdate().executeTakeFirst()
  const { mappings, id: _id, ...setting } = form
  const settingChange: Change = !row ? 'added' : isDeepStrictEqual(plain(settingOf(row)), plain(setting)) ? 'left' : 'changed'
  if (settingChange !== 'left') {
    const values = formColumns(setting)
    await db
      .insertInto('customers')
      .values({ customer_code: form.code_form, ...values })
      .onConflict((conflict) => conflict.column('customer_code').doUpdateSet(values))
      .execute()
  }
  const mappingsChanged = await putMappings(db, form.code_form, mappings)
  return settingChange === 'left' && mappingsChanged ? 'changed' : settingChange
}

/** The routing of a form becomes what the bundle says. Four levels that belonged to another form move here (wire contract, "Further"). */
async function putMappings(db: DeploymentDb, customerCode: string, mappings: FormSetting['mappings']): Promise<boolean> {
  const levelsOf = (each: { client: string; sub_client?: string | undefined; sub_client2?: string | undefined; sub_client3?: string | undefined }) =>
    [each.client, each.sub_client ?? '', each.sub_client2 ?? '', each.sub_client3 ?? ''].map((level) => level.toLowerCase())
  const wanted = new Map(mappings.map((mapping) => [JSON.stringify(levelsOf(mapping)), levelsOf(mapping)]))
  const present = await db.selectFrom('mappings').selectAll().where('customer_code', '=', customerCode).execute()
  const kept = new Set(present.map((row) => JSON.stringify(levelsOf(row))))
  const surplus = present.filter((row) => !wanted.has(JSON.stringify(levelsOf(row))))
  for (const row of surplus) {
    await db.deleteFrom('mappings').where('customer_code', '=', customerCode).where('id', '=', row.id).execute()
    await logMapping(db, customerCode, [row.client, row.sub_client, row.sub_client2, row.sub_client3], 'deleted', customerCode)
  }
  const missing = [...wanted].filter(([key]) => !kept.has(key))
  for (const [, [client = '', sub_client = '', sub_client2 = '', sub_client3 = '']] of missing) {
    const four = { client, sub_client, sub_client2, sub_client3 }
    const levels = [client, sub_client, sub_client2, sub_client3] as const
    const before = await findRoute(db, levels)
    if (before) await logMapping(db, customerCode, levels, 'modified', `${before.customer_code} → ${customerCode}`)
    await db
      .insertInto('mappings')
      .values({ customer_code: customerCode, ...four })
      .onConflict((conflict) => conflict.columns(['client', 'sub_client', 'sub_client2', 'sub_client3']).doUpdateSet({ customer_code: customerCode }))
      .execute()
  }
  return surplus.length > 0 || missing.length > 0
}

type SharedTable = 'settings' | 'integrations' | 'mail_templates' | 'assets'

/** Writes one row of a table that all customers share, where it differs from what stands there. */
async function put(
  db: DeploymentDb,
  table: SharedTable,
  key: Readonly<Record<string, string>>,
  values: Readonly<Record<string, Json | Buffer>>,
): Promise<Change> {
  // One shape for four tables whose columns differ: the compiler cannot follow which goes with which.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  let query = untyped.selectFrom(table).selectAll()
  for (const [column, value] of Object.entries(key)) query = query.where(column, '=', value)
  const row = await query.executeTakeFirst()
  const same =
    row !== undefined &&
    Object.entries(values).every(([column, value]) => (Buffer.isBuffer(value) ? value.equals(row[column] as Buffer) : isDeepStrictEqual(row[column], value)))
  if (same) return 'left'
  const stored = Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, typeof value === 'object' && !Buffer.isBuffer(value) ? JSON.stringify(value) : value]),
  )
  await untyped
    .insertInto(table)
    .values({ ...key, ...stored })
    .onConflict((conflict) => conflict.columns(Object.keys(key)).doUpdateSet(stored))
    .execute()
  return row ? 'changed' : 'added'
}
