import type { Definition } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema.ts'
import { cleanDocument } from './clean-document.ts'
import { compileDefinition } from './compile-definition.ts'
import { openCompiled } from './compiled-definition.ts'
import { COMPILER } from './compiler-name.ts'
import { indexDefinition, type PublishedDefinition } from './published-form.ts'
import { packSearchData, type SearchData, searchDataOf, unpackSearchData } from './search-data.ts'

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
  version: number
  document: string | null
  compiled: Buffer | null
}

/** Reads a version of a form definition. Returns undefined if it does not exist. */
export async function readVersion(db: Kysely<DB>, codeTag: string, version: number): Promise<ReadVersion | undefined> {
  const row = await db
    .selectFrom('definition_versions as v')
    .select(['v.version', COMPILED.as('compiled'), DOCUMENT_UNLESS_COMPILED.as('document')])
    .where('v.code_tag', '=', codeTag)
    .where('v.version', '=', version)
    .executeTakeFirst()
  return row && openVersion(db, row)
}

/**
 * Converts a stored version to a published definition. If a large version is not yet compiled by this release, for example after
 * an upgrade, compiles it and tries to store the result for all processes. In a transaction, only indexes it, because other
 * processes that store the same row would have to wait until the transaction ends.
 */
export async function openVersion(db: Kysely<DB>, { version, document, compiled }: StoredVersion): Promise<ReadVersion> {
  if (document !== null && (document.length < COMPILED_FROM || db.isTransaction))
    return { published: indexDefinition(cleanDocument(document), version), bytes: BASE_BYTES + BYTES_PER_CHARACTER * document.length }
  const content = compiled ?? compileDefinition(JSON.parse(document ?? '') as Definition)
  const published = openCompiled(content, version)
  // An error is ignored, because the result can be used without being stored. The next process then compiles it again.
  if (compiled === null) await storeCompiled(db, published, content).catch(() => {})
  return { published, bytes: BASE_BYTES + content.length }
}

/** Compiles a version of a form definition that has just been stored, if it is large. */
export async function compileVersion(db: Kysely<DB>, version: number, document: Definition): Promise<void> {
  if (JSON.stringify(document).length < COMPILED_FROM) return
  const content = compileDefinition(document)
  await storeCompiled(db, openCompiled(content, version), content)
}

/** Reads the data of the search in a compiled version. Returns undefined if they were deleted. */
export async function readSearchData(db: Kysely<DB>, { codeTag, version }: Pick<PublishedDefinition, 'codeTag' | 'version'>): Promise<SearchData | undefined> {
  const row = await db
    .selectFrom('compiled_definitions')
    .select('search')
    .where('code_tag', '=', codeTag)
    .where('version', '=', version)
    .where('compiler', '=', COMPILER)
    .executeTakeFirst()
  return row && unpackSearchData(row.search)
}

async function storeCompiled(db: Kysely<DB>, { codeTag, version, nodes }: PublishedDefinition, content: Buffer): Promise<void> {
  await db
    .insertInto('compiled_definitions')
    .values({ code_tag: codeTag, version, compiler: COMPILER, content, search: packSearchData(searchDataOf(nodes)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Deletes compiled definitions that nobody needs: of versions that another one has followed a week ago, and of other releases, if
 * this release has compiled the same version a week ago, in which an upgrade may be taken back.
 */
export async function deleteOldCompiled(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from compiled_definitions c where exists (
      select from definition_versions next where next.code_tag = c.code_tag and next.version = c.version + 1 and next.published_at < now() - interval '7 days'
    ) or c.compiler <> ${COMPILER} and exists (
      select from compiled_definitions own where own.code_tag = c.code_tag and own.version = c.version and own.compiler = ${COMPILER}
        and own.compiled_at < now() - interval '7 days'
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
