import { isDeepStrictEqual } from 'node:util'
import { type Bundle, type Definition, type FormSetting, MAX_FORM_TESTS } from '@sportello/contract'
import { definitionOf, withIds, withStaleTexts } from '@sportello/editing'
import type { Kysely } from 'kysely'
import { assetHash, decodeDataUrl } from '../../catalogue/assets/rules.ts'
import { formColumns, settingOf } from '../../catalogue/customers/queries.ts'
import { compileVersion, liveVersionChanged } from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import { type Change, hashAccounts, putAccounts, putTokens } from '../../entrance/accounts/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { DB, Json } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { putMappings } from './put-mappings.ts'
import { definitionsWithTooManyTests, putTest, testName } from './put-test.ts'
import { hashOf } from './read-bundle.ts'
import { type PlacedFault, referenceFaults } from './references.ts'

/** What the import has done with one entry of the bundle, such as a form or a setting. */
export interface ImportLine {
  kind: 'definition' | 'form' | 'setting' | 'integration' | 'template' | 'asset' | 'account' | 'token' | 'test'
  name: string
  change: Change
}

/** Error for bundles that refer to missing entries or use reserved codes. The import has then changed nothing. */
export class BundleRejected extends Error {
  readonly faults: readonly PlacedFault[]
  constructor(faults: readonly PlacedFault[]) {
    super('the bundle was refused')
    this.faults = faults
  }
}

/** Converts a value to plain JSON without `undefined`, for comparing it with the value in the database. */
const plain = <T>(value: T): Json => JSON.parse(JSON.stringify(value)) as Json

/** Imports a single bundle. */
export async function importBundle(db: Kysely<DB>, bundle: Bundle, config: ImportConfig, options?: ImportOptions): Promise<ImportLine[]> {
  const [lines = []] = await importBundles(db, [bundle], config, options)
  return lines
}

interface ImportOptions {
  /** Receives the number of hashed passwords, because hashing many passwords takes long. */
  onProgress?: ((done: number) => void) | undefined
  /** Receives the result before it is stored; an exception undoes the import. */
  judge?: ((lines: readonly ImportLine[]) => void) | undefined
}

export type ImportConfig = Pick<Config, 'serviceName' | 'secretKey'>

/**
 * Imports bundles in one transaction: all of them or none. Importing the same bundles again changes nothing. A changed
 * definition becomes a new live version. If two bundles contain the same entry, the later bundle wins.
 * @returns the result for each entry of each bundle
 * @throws BundleRejected if a form refers to a missing definition or has a code that the product reserves, or if an
 * account or token refers to a missing form.
 */
export async function importBundles(
  db: Kysely<DB>,
  bundles: readonly Bundle[],
  config: ImportConfig,
  { onProgress = () => {}, judge }: ImportOptions = {},
): Promise<ImportLine[][]> {
  const accounts = await hashAccounts(
    db,
    bundles.flatMap((bundle) => bundle.accounts),
    onProgress,
  )
  return acrossCustomers(db, async (deployment) => {
    const lines = await importWithin(deployment, bundles, { config, accounts })
    judge?.(lines.flat())
    return lines
  })
}

/** The accounts of all bundles with hashed passwords, in the order of the bundles. */
export type HashedAccounts = Awaited<ReturnType<typeof hashAccounts>>

/**
 * Imports bundles in a transaction that the caller has begun.
 * @returns the result for each entry of each bundle
 * @throws BundleRejected like `importBundles`
 */
export async function importWithin(
  deployment: DeploymentDb,
  bundles: readonly Bundle[],
  { config, accounts: hashed }: { config: ImportConfig; accounts: HashedAccounts },
): Promise<ImportLine[][]> {
  const accounts = [...hashed]
  const faults = await referenceFaults(deployment, config.serviceName, bundles)
  if (faults.length > 0) throw new BundleRejected(faults)
  const lines = bundles.map((): ImportLine[] => [])
  const note = (at: number, kind: ImportLine['kind'], name: string, change: Change) => lines[at]?.push({ kind, name, change })
  for (const [at, { definitions, tests }] of bundles.entries()) {
    for (const definition of definitions)
      note(at, 'definition', definition.code_tag, await putDefinition(deployment, cleanDefinition(definition), { marksStale: true }))
    for (const each of tests) note(at, 'test', testName(each), await putTest(deployment, each))
  }
  await rejectTooManyTests(deployment, bundles)
  const settings: Change[][] = []
  for (const { forms } of bundles) {
    const changes: Change[] = []
    for (const form of forms) changes.push(await putForm(deployment, form))
    settings.push(changes)
  }
  const rerouted = await putMappings(
    deployment,
    config.secretKey,
    bundles.flatMap((bundle) => bundle.forms),
  )
  for (const [at, { forms }] of bundles.entries())
    for (const [place, { code_form }] of forms.entries()) {
      const change = settings[at]?.[place] ?? 'left'
      note(at, 'form', code_form, change === 'left' && rerouted.has(code_form) ? 'changed' : change)
    }
  for (const [at, bundle] of bundles.entries()) {
    await putShared(deployment, bundle, (kind, name, change) => note(at, kind, name, change))
    const own = accounts.splice(0, bundle.accounts.length)
    for (const [place, change] of (await putAccounts(deployment, own)).entries())
      note(at, 'account', `${bundle.accounts[place]?.form}/${bundle.accounts[place]?.username}`, change)
    // The token itself is as secret as a password. The result therefore identifies it by its index in the bundle.
    for (const [place, change] of (await putTokens(deployment, config, bundle.tokens)).entries())
      note(at, 'token', `${bundle.tokens[place]?.form}/${place + 1}`, change)
  }
  return lines
}

/** @throws BundleRejected if a definition has more recorded tests than allowed after the import */
async function rejectTooManyTests(db: DeploymentDb, bundles: readonly Bundle[]): Promise<void> {
  const exceeded = await definitionsWithTooManyTests(
    db,
    bundles.flatMap(({ tests }) => tests.map(({ code_tag }) => code_tag)),
  )
  const message = `has more than ${MAX_FORM_TESTS} recorded tests`
  const reason = ['too_many_tests', String(MAX_FORM_TESTS)] as const
  const faults = exceeded.map((code) => ({
    pointer: '/tests',
    message: `the definition "${code}" ${message}`,
    reason,
    source: bundles.findIndex(({ tests }) => tests.some(({ code_tag }) => code_tag === code)),
  }))
  if (faults.length > 0) throw new BundleRejected(faults)
}

/** Imports the entries of a bundle that all customers share, such as settings and templates. */
async function putShared(
  db: DeploymentDb,
  { settings, integrations, templates, assets }: Bundle,
  note: (kind: ImportLine['kind'], name: string, change: Change) => void,
): Promise<void> {
  for (const { code, value } of settings) note('setting', code, await put(db, 'settings', { code }, { value }))
  for (const each of integrations) note('integration', each.service, await put(db, 'integrations', { service: each.service }, { document: plain(each) }))
  for (const { name, lang_code, translated_from, ...texts } of templates) {
    const values = { ...texts, ...(translated_from && { translated_from }) }
    // A changed template without a record loses the stored record, which belongs to the earlier translation.
    note('template', `${name} (${lang_code})`, await put(db, 'mail_templates', { name, lang_code }, values, { translated_from: null, ...values }))
  }
  for (const asset of assets) {
    const content = decodeDataUrl(asset.data_url ?? '')
    const mediaType = /^data:([^;]+)/.exec(asset.data_url ?? '')?.[1] ?? ''
    const values = { media_type: mediaType, content, content_hash: assetHash(content) }
    note('asset', `${asset.kind}/${asset.name}`, await put(db, 'assets', { kind: asset.kind, name: asset.name }, values))
  }
}

/** The person who publishes a version of a definition, and the person's message about it. */
interface VersionNote {
  publishedBy?: string | null
  message?: string | null
  /** True if visitors who began in an earlier version may not finish in it. */
  urgent?: boolean
}

/**
 * Publishes a form definition as a new live version if it differs from the current live version. Adds ids to all steps
 * and fields. Does not change an existing draft, unless the draft is the same document.
 */
export async function putDefinition(
  db: DeploymentDb,
  definition: Definition,
  { publishedBy = null, message = null, urgent = false, marksStale = false }: VersionNote & { marksStale?: boolean } = {},
): Promise<Change> {
  const live = await db
    .selectFrom('definitions as d')
    .leftJoin('definition_versions as v', (join) => join.onRef('v.code_tag', '=', 'd.code_tag').onRef('v.version', '=', 'd.live_version'))
    .select(['d.live_version', 'v.document'])
    .where('d.code_tag', '=', definition.code_tag)
    .forUpdate('d')
    .executeTakeFirst()
  const before = live?.live_version ? (live.document as unknown as Definition) : undefined
  if (before && isDeepStrictEqual(before, plain(definition))) return 'left'
  // A definition without ids gets the ids of the live version. If nothing else differs, it then counts as unchanged.
  const previous = before && withIds(before)
  const whole = withIds(definition, previous)
  const document = plain(marksStale && previous ? withStaleTexts(whole, previous) : whole)
  if (before && isDeepStrictEqual(plain(withIds(before)), document)) return 'left'
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
      published_by: publishedBy,
      message,
      urgent,
      document: JSON.stringify(document),
      document_hash: Buffer.from(hashOf(JSON.stringify(document)), 'base64url'),
    })
    .execute()
  await compileVersion(db, next, document as unknown as Definition)
  await db.updateTable('definitions').set({ live_version: next, updated_at: new Date() }).where('code_tag', '=', definition.code_tag).execute()
  await liveVersionChanged(db, definition.code_tag, (draft) => isDeepStrictEqual(plain(definitionOf(draft)), document))
  return live ? 'changed' : 'added'
}

async function putForm(db: DeploymentDb, form: FormSetting): Promise<Change> {
  const row = await db.selectFrom('customers').selectAll().where('customer_code', '=', form.code_form).forUpdate().executeTakeFirst()
  const { mappings: _mappings, id: _id, ...setting } = form
  const settingChange: Change = !row ? 'added' : isDeepStrictEqual(plain(settingOf(row)), plain(setting)) ? 'left' : 'changed'
  if (settingChange !== 'left') {
    const values = formColumns(setting)
    await db
      .insertInto('customers')
      .values({ customer_code: form.code_form, ...values })
      .onConflict((conflict) => conflict.column('customer_code').doUpdateSet(values))
      .execute()
  }
  return settingChange
}

type SharedTable = 'settings' | 'integrations' | 'mail_templates' | 'assets'

type ColumnValues = Readonly<Record<string, Json | Buffer>>

/**
 * Inserts or updates one row of a table that all customers share. Writes nothing if the stored row is equal.
 * @param values the values by which the stored row is compared
 * @param written the values that a new or changed row gets
 */
async function put(
  db: DeploymentDb,
  table: SharedTable,
  key: Readonly<Record<string, string>>,
  values: ColumnValues,
  written: ColumnValues = values,
): Promise<Change> {
  // One statement serves four tables with different columns, which the compiler cannot check. Casts the database to an
  // untyped one.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  let query = untyped.selectFrom(table).selectAll()
  for (const [column, value] of Object.entries(key)) query = query.where(column, '=', value)
  const row = await query.executeTakeFirst()
  const same =
    row !== undefined &&
    Object.entries(values).every(([column, value]) => (Buffer.isBuffer(value) ? value.equals(row[column] as Buffer) : isDeepStrictEqual(row[column], value)))
  if (same) return 'left'
  const stored = Object.fromEntries(
    Object.entries(written).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value,
    ]),
  )
  await untyped
    .insertInto(table)
    .values({ ...key, ...stored })
    .onConflict((conflict) => conflict.columns(Object.keys(key)).doUpdateSet(stored))
    .execute()
  return row ? 'changed' : 'added'
}
