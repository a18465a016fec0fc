import type { Definition, Publication } from '@sportello/contract'
import { sql } from 'kysely'
import type { StoredDefinition } from '../../catalogue/definitions/queries.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'

/** Maximum number of publications that the list of a definition's publications contains. */
const LISTED = 10

interface Row extends Omit<Publication, 'asked_at' | 'publish_at' | 'judged_at'> {
  asked_at: Date
  publish_at: Date | null
  judged_at: Date | null
}

const shown = ({ asked_at, publish_at, judged_at, ...row }: Row): Publication => ({
  ...row,
  asked_at: asked_at.toISOString(),
  publish_at: publish_at?.toISOString() ?? null,
  judged_at: judged_at?.toISOString() ?? null,
})

/** Returns the newest publications of a definition. If a publication is still open, it comes first. */
export async function publicationsOf(db: DeploymentDb, { code_tag, sequence }: Pick<StoredDefinition, 'code_tag' | 'sequence'>): Promise<Publication[]> {
  const { rows } = await sql<Row>`
    select id, state, asked_by, asked_at, publish_at, message, urgent, judged_by, judged_at, comment, draft_sequence < ${sequence} as stale
    from publications where code_tag = ${code_tag} order by state in ('asked', 'planned') desc, asked_at desc limit ${LISTED}`.execute(db)
  return rows.map(shown)
}

interface Asked {
  document: Definition
  state: 'asked' | 'planned'
  askedBy: string
  message: string | null
  publishAt: Date | null
  urgent: boolean
  /** Names of the recorded tests that fail. The author publishes in spite of them and has given a reason. */
  failingTests?: readonly string[]
}

/**
 * Stores a publication that must wait, either for an approval or for its planned time.
 * @returns its id
 * @throws ApiError forms_mgmt0001 if another publication of the definition is still waiting
 */
export async function openPublication(db: DeploymentDb, stored: Pick<StoredDefinition, 'code_tag' | 'sequence'>, asked: Asked): Promise<string> {
  const [before] = await publicationsOf(db, stored)
  if (before?.state === 'asked' || before?.state === 'planned') throw apiError('forms_mgmt0001', [], 'publication')
  const { id } = await db
    .insertInto('publications')
    .values({
      code_tag: stored.code_tag,
      document: JSON.stringify(asked.document),
      draft_sequence: stored.sequence,
      message: asked.message,
      urgent: asked.urgent,
      asked_by: asked.askedBy,
      publish_at: asked.publishAt,
      state: asked.state,
      failing_tests: [...(asked.failingTests ?? [])],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A publication that waits for an approval or for its planned time, with its frozen document. */
export interface OpenPublication {
  id: string
  code_tag: string
  state: 'asked' | 'planned'
  document: Definition
  message: string | null
  urgent: boolean
  asked_by: string
  publish_at: Date | null
  /** Names of the recorded tests that failed when somebody asked. */
  failing_tests: string[]
}

/**
 * Locks an open publication until the transaction ends; returns undefined if the publication does not exist or is no
 * longer open.
 */
export async function lockOpenPublication(db: DeploymentDb, codeTag: string, id: string): Promise<OpenPublication | undefined> {
  const row = await db
    .selectFrom('publications')
    .select(['id', 'code_tag', 'state', 'document', 'message', 'urgent', 'asked_by', 'publish_at', 'failing_tests'])
    .where('id', '=', id)
    .where('code_tag', '=', codeTag)
    .where('state', 'in', ['asked', 'planned'])
    .forUpdate()
    .executeTakeFirst()
  return row as unknown as OpenPublication | undefined
}

/**
 * Returns the frozen document of the publication that waits for an approval or for its planned time. Returns undefined
 * if
 * no publication is waiting.
 */
export async function openDocument(db: DeploymentDb, codeTag: string): Promise<Definition | undefined> {
  const row = await db
    .selectFrom('publications')
    .select('document')
    .where('code_tag', '=', codeTag)
    .where('state', 'in', ['asked', 'planned'])
    .executeTakeFirst()
  return row?.document as unknown as Definition | undefined
}

/**
 * Locks the planned publication whose moment came first; undefined if none is due.
 * @param except ids of publications that are left for the next run
 */
export async function lockDuePublication(db: DeploymentDb, except: readonly string[]): Promise<OpenPublication | undefined> {
  const row = await db
    .selectFrom('publications')
    .select(['id', 'code_tag', 'state', 'document', 'message', 'urgent', 'asked_by', 'publish_at', 'failing_tests'])
    .where('state', '=', 'planned')
    .where('publish_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`id <> all (${[...except]}::uuid[])`)
    .orderBy('publish_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row as unknown as OpenPublication | undefined
}

interface Verdict {
  state: Publication['state']
  judgedBy?: string
  comment?: string | null
}

/** Stores the result of a publication. The document is stored only as long as the publication is open. */
export async function settlePublication(db: DeploymentDb, id: string, { state, judgedBy, comment }: Verdict): Promise<void> {
  await db
    .updateTable('publications')
    .set({
      state,
      ...(state !== 'planned' && { document: null }),
      ...(judgedBy !== undefined && { judged_by: judgedBy, judged_at: sql<Date>`now()` }),
      ...(comment !== undefined && { comment }),
    })
    .where('id', '=', id)
    .execute()
}
