import { createHash } from 'node:crypto'
import { checkDefinition, type Finding, textOfFinding } from '@sportello/checks'
import type { Bundle, Definition, Language, ShownChange } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import { settingOf } from '../../catalogue/customers/queries.ts'
import { liveDocument } from '../../catalogue/definitions/queries.ts'
import { hashAccounts } from '../../entrance/accounts/rules.ts'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { type ImportConfig, type ImportLine, importWithin, testName } from '../bundle/rules.ts'
import { shownChanges } from './shown-changes.ts'
import { surroundingsOf } from './surroundings.ts'

/** An entry of the bundles that an import would add or change. */
interface PlannedEntry extends ImportLine {
  /** The differences in a definition, described as sentences. */
  differences: readonly ShownChange[]
  /** The keys of a form's setting whose values differ. */
  keys: readonly string[]
}

/** What an import of bundles would change. */
export interface ImportPlan {
  entries: readonly PlannedEntry[]
  /** Number of entries that the import would not change. */
  unchanged: number
  /** The errors that the checks find in the definitions as they would be after the import, as sentences. */
  errors: readonly string[]
  /** Code that identifies the plan. The same bundles and the same stored entries always give the same code. */
  code: string
}

/**
 * Error for a plan that cannot be applied: the bundles or the stored entries have changed since the plan, or the checks
 * find errors.
 */
export class PlanRejected extends Error {}

/** Thrown to roll back the transaction of a plan that is only shown. */
class Shown extends Error {
  readonly plan: ImportPlan
  constructor(plan: ImportPlan) {
    super('the plan is only shown')
    this.plan = plan
  }
}

interface PlanOptions {
  config: ImportConfig
  language: Language
}

/**
 * Determines what an import of bundles would change: imports them in a transaction and rolls it back. @throws
 * BundleRejected
 */
export async function planImport(db: Kysely<DB>, bundles: readonly Bundle[], options: PlanOptions): Promise<ImportPlan> {
  try {
    return await run(db, bundles, options, (plan) => {
      throw new Shown(plan)
    })
  } catch (error) {
    if (error instanceof Shown) return error.plan
    throw error
  }
}

/**
 * Imports bundles exactly as planned.
 * @param code the code of the plan; if missing, the import is applied without comparing it with a plan
 * @throws PlanRejected if the import would do anything other than the plan, BundleRejected
 */
export function applyPlan(db: Kysely<DB>, bundles: readonly Bundle[], options: PlanOptions, code?: string): Promise<ImportPlan> {
  return run(db, bundles, options, (plan) => {
    if (code !== undefined && plan.code !== code)
      throw new PlanRejected(`The plan is now ${plan.code}: the files or the deployment have changed since ${code}. Nothing was changed.`)
    if (plan.errors.length > 0) throw new PlanRejected([...plan.errors, 'Nothing was changed.'].join('\n'))
  })
}

/**
 * Imports bundles in one transaction. @param judge receives the plan, and rolls the import back by throwing an
 * exception
 */
async function run(db: Kysely<DB>, bundles: readonly Bundle[], { config, language }: PlanOptions, judge: (plan: ImportPlan) => void): Promise<ImportPlan> {
  const accounts = await hashAccounts(
    db,
    bundles.flatMap((bundle) => bundle.accounts),
    () => {},
  )
  return acrossCustomers(db, async (deployment) => {
    const named = bundles.flatMap(entriesOf)
    const before = await statesOf(deployment, named)
    const lines = (await importWithin(deployment, bundles, { config, accounts })).flat()
    const after = await statesOf(deployment, named)
    const changed = lines.filter(({ change }) => change !== 'left')
    const plan: ImportPlan = {
      entries: changed.map((line) => plannedEntry(line, { before: before.get(keyOf(line)), after: after.get(keyOf(line)), language })),
      unchanged: lines.length - changed.length,
      errors: await errorsOf(deployment, changed, language),
      code: codeOf(changed.map((line) => [line, before.get(keyOf(line)) ?? null, after.get(keyOf(line)) ?? null])),
    }
    judge(plan)
    return plan
  })
}

type Named = Pick<ImportLine, 'kind' | 'name'>
const keyOf = ({ kind, name }: Named) => `${kind} ${name}`

/** Returns the entries of a bundle whose stored state must be unchanged since the plan. */
function entriesOf({ definitions, forms, settings, integrations, templates, assets, tests }: Bundle): Named[] {
  return [
    ...definitions.map(({ code_tag: name }) => ({ kind: 'definition' as const, name })),
    ...forms.map(({ code_form: name }) => ({ kind: 'form' as const, name })),
    ...settings.map(({ code: name }) => ({ kind: 'setting' as const, name })),
    ...integrations.map(({ service: name }) => ({ kind: 'integration' as const, name })),
    ...templates.map(({ name, lang_code }) => ({ kind: 'template' as const, name: `${name} (${lang_code})` })),
    ...assets.map(({ kind, name }) => ({ kind: 'asset' as const, name: `${kind}/${name}` })),
    ...tests.map((each) => ({ kind: 'test' as const, name: testName(each) })),
  ]
}

/** Reads the stored state of entries. Entries that do not exist are missing in the result. */
async function statesOf(db: DeploymentDb, entries: readonly Named[]): Promise<Map<string, unknown>> {
  const states = new Map<string, unknown>()
  for (const entry of entries) states.set(keyOf(entry), await stateOf(db, entry))
  return states
}

/**
 * Returns a stored definition or form. For any other entry, returns a hash, because the entry may be secret or large.
 * Returns undefined if the entry does not exist.
 */
async function stateOf(db: DeploymentDb, { kind, name }: Named): Promise<unknown> {
  if (kind === 'definition') return liveDocument(db, name)
  if (kind === 'form') {
    const row = await db.selectFrom('customers').selectAll().where('customer_code', '=', name).executeTakeFirst()
    const mappings = await db
      .selectFrom('mappings')
      .select(['client', 'sub_client', 'sub_client2', 'sub_client3'])
      .where('customer_code', '=', name)
      .orderBy('client')
      .execute()
    return row && { ...settingOf(row), mappings }
  }
  const { rows } = await sql`
    select md5(value) as state from settings where ${kind} = 'setting' and code = ${name}
    union all select md5(document::text) from integrations where ${kind} = 'integration' and service = ${name}
    union all select md5(subject || chr(10) || html) from mail_templates where ${kind} = 'template' and name || ' (' || lang_code || ')' = ${name}
    union all select content_hash from assets where ${kind} = 'asset' and kind || '/' || name = ${name}
    union all select md5(input::text || expected::text) from form_tests where ${kind} = 'test' and code_tag || '/' || name = ${name} limit 1`.execute(db)
  return rows[0]
}

interface States {
  before: unknown
  after: unknown
  language: Language
}

function plannedEntry(line: ImportLine, { before, after, language }: States): PlannedEntry {
  const isChanged = line.change === 'changed' && before !== undefined && after !== undefined
  return {
    ...line,
    differences: isChanged && line.kind === 'definition' ? shownChanges(before as Definition, after as Definition, language).changes : [],
    keys: isChanged && line.kind === 'form' ? differentKeys(before as object, after as object) : [],
  }
}

/**
 * Returns the keys whose values differ between two settings; for form parameters, the keys below `params`. Returns no
 * values, because they may be secret.
 */
function differentKeys(before: object, after: object, above = ''): string[] {
  const [was, is] = [before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((key) => {
    const [one, other] = [was[key], is[key]]
    if (JSON.stringify(one) === JSON.stringify(other)) return []
    return above === '' && isObject(one) && isObject(other) ? differentKeys(one, other, `${key}.`) : [above + key]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks the definitions that an import would add or change, as they would be after the import. Uses the forms and mail
 * templates of the deployment.
 */
async function errorsOf(db: DeploymentDb, lines: readonly ImportLine[], language: Language): Promise<string[]> {
  const settings = new Map((await db.selectFrom('settings').select(['code', 'value']).execute()).map(({ code, value }) => [code, value]))
  const errors: string[] = []
  for (const { kind, name } of lines) {
    const definition = kind === 'definition' ? await liveDocument(db, name) : undefined
    if (!definition) continue
    const known = await surroundingsOf(db, settings, name)
    const isError = ({ severity }: Finding) => severity === 'error'
    errors.push(
      ...checkDefinition(definition, known)
        .filter(isError)
        .map((finding) => `definition ${name}: ${textOfFinding(finding, language)}`),
    )
  }
  return errors
}

function codeOf(states: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(states, sorted)).digest('hex').slice(0, 16)
}

/** Sorts the keys of objects before a comparison. The database returns the keys in another order than a file. */
function sorted(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value
}
