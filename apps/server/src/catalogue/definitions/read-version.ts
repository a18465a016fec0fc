import type { Definition } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema.ts'
import { cleanDocument } from './clean-document.ts'
import { COMPILER, compileDefinition } from './compile-definition.ts'
import { openCompiled } from './compiled-definition.ts'
import { indexDefinition, type PublishedDefinition } from './published-form.ts'

/**
 * Number of characters of a definition's JSON document from which on it is compiled. A shorter one is parsed and indexed in a
 * few milliseconds.
 */
const COMPILED_FROM = 100_000

/**
 * Estimated bytes of memory per character of a definition's JSON document that is not compiled. Measured with 10,000 steps:
 * 11.6 MB for 3.9 million characters.
 */
const BYTES_PER_CHARACTER = 3
/** Estimated bytes of memory of what does not depend on the size of a definition. */
const BASE_BYTES = 16_384

/** A version of a form definition, and the memory in bytes that it needs in a cache. */
export interface ReadVersion {
  published: PublishedDefinition
  bytes: number
}

/** SQL expressions for the columns that `openVersion` needs, of a version `v`. Each is null for all versions but those of its kind. */
export const COMPILED = sql<Buffer | null>`(
  select c.content from compiled_definitions c where c.code_tag = v.code_tag and c.version = v.version and c.compiler = ${COMPILER})`
export const DOCUMENT_UNLESS_COMPILED = sql<string | null>`case when not exists (
  select from compiled_definitions c where c.code_tag = v.code_tag and c.version = v.version and c.compiler = ${COMPILER}) then v.document::text end`

/** A version of a form definition as the database has it: its JSON document, or, if it is compiled, that. */
interface StoredVersion {
  code_tag: string
  version: number
  document: string | null
  compiled: Buffer | null
}

/** Reads a version of a form definition. Returns undefined if it does not exist. */
export async function readVersion(db: Kysely<DB>, codeTag: string, version: number): Promise<ReadVersion | undefined> {
  const row = await db
    .selectFrom('definition_versions as v')
    .select(['v.code_tag', 'v.version', COMPILED.as('compiled'), DOCUMENT_UNLESS_COMPILED.as('document')])
    .where('v.code_tag', '=', codeTag)
    .where('v.version', '=', version)
    .executeTakeFirst()
  return row && openVersion(db, row)
}

/**
 * Makes a stored version usable. Compiles a large one that this program has not compiled yet, for example after an upgrade, and
 * stores the result for all processes.
 */
export async function openVersion(db: Kysely<DB>, { code_tag, version, document, compiled }: StoredVersion): Promise<ReadVersion> {
  if (document !== null && document.length < COMPILED_FROM)
    return { published: indexDefinition(cleanDocument(document), version), bytes: BASE_BYTES + BYTES_PER_CHARACTER * document.length }
  const content = compiled ?? compileDefinition(JSON.parse(document ?? '') as Definition)
  if (compiled === null) await storeCompiled(db, code_tag, version, content)
  return { published: openCompiled(content, version), bytes: BASE_BYTES + content.length }
}

/** Compiles a version of a form definition that has just been stored, if it is large. */
export async function compileVersion(db: Kysely<DB>, codeTag: string, version: number, document: Definition): Promise<void> {
  if (JSON.stringify(document).length >= COMPILED_FROM) await storeCompiled(db, codeTag, version, compileDefinition(document))
}

async function storeCompiled(db: Kysely<DB>, codeTag: string, version: number, content: Buffer): Promise<void> {
  await db
    .insertInto('compiled_definitions')
    .values({ code_tag: codeTag, version, compiler: COMPILER, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Deletes compiled definitions that nobody needs: of other releases, after a week in which an upgrade may be taken back, and of
 * versions that are not live any more. If one is needed after all, it is compiled again.
 */
export async function deleteOldCompiled(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from compiled_definitions c where c.compiled_at < now() - interval '7 days'
      and (c.compiler <> ${COMPILER} or not exists (select from definitions d where d.code_tag = c.code_tag and d.live_version = c.version))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
