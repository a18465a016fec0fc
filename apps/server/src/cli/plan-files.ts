import type { Bundle } from '@sportello/contract'
import { migrate } from '../platform/db/migrate.ts'
import { applyPlan, type ImportPlan, planImport } from '../surfaces/authoring/rules.ts'
import { BundleRejected, readBundleFile } from '../surfaces/bundle/rules.ts'
import { commandLanguage } from './command-language.ts'
import { type Deployment, noted } from './deployment.ts'
import { ImportRejected } from './import-files.ts'

interface Options {
  /** The value of the environment variable LANG, such as "it_IT.UTF-8". */
  lang?: string | undefined
}

/**
 * Writes what an import of bundle files would change, without changing anything.
 * @returns true if the import would change anything
 * @throws ImportRejected as an import does
 */
export async function planFiles(deployment: Deployment, files: readonly string[], { lang }: Options, write: (text: string) => void): Promise<boolean> {
  const plan = await planned(deployment, files, (bundles, options) => planImport(deployment.database.kysely, bundles, options), lang)
  for (const line of planLines(plan)) write(line)
  write(`Plan ${plan.code}`)
  return plan.entries.length > 0
}

/**
 * Imports bundle files exactly as planned. Imports nothing if the files or the stored entries have changed since the
 * plan was made, or if a check finds an error in a definition.
 * @param code the plan's code, which `planFiles` has written
 * @throws ImportRejected as an import does; PlanRejected if something has changed since the plan was made
 */
export async function applyFiles(
  deployment: Deployment,
  files: readonly string[],
  code: string,
  { lang }: Options,
  write: (text: string) => void,
): Promise<void> {
  const plan = await planned(deployment, files, (bundles, options) => applyPlan(deployment.database.kysely, bundles, options, code), lang)
  for (const { change, kind, name } of plan.entries) write(`${change.padEnd(8)}${kind} ${name}`)
  await noted(deployment, { action: 'bundle.import', subject: '*', after: plan.entries.map(({ change, kind, name }) => ({ change, kind, name })) })
}

type Planning = Parameters<typeof planImport>[2]

async function planned(
  { database, config }: Deployment,
  files: readonly string[],
  make: (bundles: readonly Bundle[], options: Planning) => Promise<ImportPlan>,
  lang: string | undefined,
): Promise<ImportPlan> {
  const readings = await Promise.all(files.map(readBundleFile))
  const faults = readings.flatMap((reading, at) => reading.faults.map(({ pointer, message }) => `${files[at]}#${pointer}: ${message}`))
  if (faults.length > 0) throw new ImportRejected(faults.join('\n'))
  await migrate(database.owner)
  const bundles = readings.flatMap(({ bundle }) => bundle ?? [])
  return make(bundles, { config, language: commandLanguage(lang) }).catch((error: unknown) => {
    if (!(error instanceof BundleRejected)) throw error
    throw new ImportRejected(error.faults.map(({ source, pointer, message }) => `${files[source]}#${pointer}: ${message}`).join('\n'))
  })
}

/** Formats a plan as lines of text: the changes, the errors and their counts. */
export function planLines({ entries, unchanged, errors }: ImportPlan): string[] {
  return [
    ...entries.flatMap(({ change, kind, name, keys, differences }) => [
      `${change.padEnd(8)}${kind} ${name}${keys.length > 0 ? `: ${keys.join(', ')}` : ''}`,
      ...differences.map(({ title, text }) => `          ${title}: ${text}`),
    ]),
    ...errors.map((error) => `error   ${error}`),
    `${entries.length} to change, ${unchanged} unchanged, ${errors.length} errors`,
  ]
}
