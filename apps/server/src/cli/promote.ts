import { liveDocument } from '../catalogue/definitions/queries.ts'
import { connectForCommand } from '../platform/db/connect.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'
import { applyPlan, planImport } from '../surfaces/authoring/rules.ts'
import { exportTests, liveDefinitions } from '../surfaces/bundle/export-bundle.ts'
import { bareDefinition, withSecretsOf } from '../surfaces/bundle/rules.ts'
import { commandLanguage } from './command-language.ts'
import { type Deployment, noted } from './deployment.ts'
import { planLines } from './plan-files.ts'

/** Error for a promotion whose source deployment is not given, or whose definitions do not exist in the source. */
export class PromotionRejected extends Error {}

interface Options {
  /** True if the command only shows the differences and publishes nothing. */
  dryRun: boolean
  /** The value of the environment variable LANG, such as "it_IT.UTF-8". */
  lang?: string | undefined
}

/**
 * Copies form definitions from another deployment, for example from the test to the production deployment, and
 * publishes
 * them in this one. Copies the live versions and their recorded tests, and writes what that changes. Does not copy
 * secrets: this deployment keeps its own.
 * @throws PromotionRejected; PlanRejected if a definition has errors in this deployment. Then nothing is changed
 */
export async function promote(deployment: Deployment, codes: readonly string[], { dryRun, lang }: Options, write: (text: string) => void): Promise<void> {
  if (codes.length === 0) throw new PromotionRejected('promote needs the codes of definitions')
  const { database, config } = deployment
  const { promoteFrom: from } = config
  if (from === undefined) throw new PromotionRejected('promote needs PROMOTE_FROM: the DATABASE_URL or the DATA_DIR of the other deployment')
  await migrate(database.owner)
  const source = await connectForCommand(from.includes('://') ? { databaseUrl: from, dataDir: '' } : { databaseUrl: undefined, dataDir: from })
  const { found, tests } = await definitionsOf(source.database, codes).finally(source.close)
  const definitions = await acrossCustomers(database.kysely, async (db) => {
    const own = new Map(await Promise.all(codes.map(async (code) => [code, await liveDocument(db, code)] as const)))
    return found.map((definition) => withSecretsOf(bareDefinition(definition), own.get(definition.code_tag)))
  })
  const bundles = [{ definitions, forms: [], settings: [], integrations: [], templates: [], assets: [], accounts: [], tokens: [], tests }]
  const options = { config, language: commandLanguage(lang) }
  const plan = dryRun ? await planImport(database.kysely, bundles, options) : await applyPlan(database.kysely, bundles, options)
  for (const line of planLines(plan)) write(line)
  if (dryRun || plan.entries.length === 0) return
  await noted(deployment, { action: 'bundle.import', subject: codes.join(','), after: plan.entries.map(({ change, name }) => ({ change, name })) })
}

async function definitionsOf({ kysely }: Database, codes: readonly string[]) {
  const { found, tests } = await acrossCustomers(kysely, async (db) => ({ found: await liveDefinitions(db, codes), tests: await exportTests(db, codes) }))
  const absent = codes.filter((code) => !found.some(({ code_tag }) => code_tag === code))
  if (absent.length > 0) throw new PromotionRejected(`The other deployment has not published ${absent.join(', ')}`)
  return { found, tests }
}
