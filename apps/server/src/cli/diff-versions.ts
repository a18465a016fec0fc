import type { Definition, ShownChange } from '@sportello/contract'
import { definitionVersion } from '../catalogue/definitions/queries.ts'
import type { Database } from '../platform/db/database.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'
import { shownChanges } from '../surfaces/authoring/rules.ts'
import { readBundleFile } from '../surfaces/bundle/rules.ts'
import { commandLanguage } from './command-language.ts'

/** Error for a call of the command `diff` that does not name two versions. */
export class DiffRejected extends Error {}

interface Options {
  format?: string | undefined
  /** The value of the environment variable LANG, such as "it_IT.UTF-8". */
  lang?: string | undefined
}

/** Matches the name of a version in the deployment: `CODE@3`, `CODE@live` or `CODE@draft`. */
const VERSION = /^([A-Za-z0-9_-]{1,64})@(\d{1,9}|live|draft)$/

/** Returns true if the command must read at least one of the named versions from the deployment. */
export const needsDeployment = (names: readonly string[]): boolean => names.some((name) => VERSION.test(name))

/**
 * Compares two versions of a form definition, each from a file or from the deployment, and writes the differences as
 * sentences or as JSON.
 * @param database undefined if both versions are files
 * @returns true if the versions are equal
 * @throws DiffRejected
 */
export async function diffVersions(
  [from, to, ...more]: readonly string[],
  { format = 'text', lang }: Options,
  write: (text: string) => void,
  database?: Database,
): Promise<boolean> {
  if (from === undefined || to === undefined || more.length > 0) throw new DiffRejected('diff needs two versions: files, or CODE@3, CODE@live or CODE@draft')
  if (format !== 'text' && format !== 'json') throw new DiffRejected('diff knows the formats text, json')
  const [before, after] = [await versionOf(from, to, database), await versionOf(to, from, database)]
  const { changes, total } = shownChanges(before, after, commandLanguage(lang))
  if (format === 'json') write(JSON.stringify({ changes, total }, null, 2))
  else if (total > 0) write([...linesOf(changes), ...(total > changes.length ? [`… ${total - changes.length}`] : [])].join('\n'))
  return total === 0
}

/**
 * Reads a version of a form definition. @param other the name of the other version; its code selects the definition if
 * this version is a bundle with several
 */
async function versionOf(name: string, other: string, database: Database | undefined): Promise<Definition> {
  const [, code, version] = VERSION.exec(name) ?? []
  if (code === undefined || version === undefined) return fileDefinition(name, VERSION.exec(other)?.[1])
  if (!database) throw new DiffRejected(`${name} is a version of a deployment`)
  const number = version === 'live' || version === 'draft' ? version : Number(version)
  const definition = await acrossCustomers(database.kysely, (db) => definitionVersion(db, code, number))
  if (!definition) throw new DiffRejected(`The deployment has no ${name}`)
  return definition
}

async function fileDefinition(file: string, wanted: string | undefined): Promise<Definition> {
  const { bundle, faults } = await readBundleFile(file)
  if (!bundle) throw new DiffRejected(`${file}: ${faults.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join('; ')}`)
  const found = wanted === undefined ? bundle.definitions : bundle.definitions.filter(({ code_tag }) => code_tag === wanted)
  const [definition] = found
  if (!definition || found.length > 1)
    throw new DiffRejected(`${file} has ${found.length} definitions${wanted === undefined ? '' : ` with the code ${wanted}`}; diff compares one`)
  return definition
}

/** Formats the differences as lines, grouped under the title of their step. */
function linesOf(changes: readonly ShownChange[]): string[] {
  let step: string | undefined
  return changes.flatMap((change) => {
    const head = change.step === step ? [] : [change.title]
    step = change.step
    return [...head, `  ${change.text}`]
  })
}
