import { DraftTree, languageSteps, translationOf } from '@sportello/editing'
import { sql } from 'kysely'
import { draftNodes, lockDefinition } from '../../catalogue/definitions/queries.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Maximum lengths in characters of a text and of its translation. Longer texts are not offered again. */
const MAX_SOURCE = 2_000
const MAX_TARGET = 4_000
/** Maximum number of pairs; the ones whose publication is longest ago are forgotten. One million pairs take about 1 GB with their indexes. */
const MAX_PAIRS = 1_000_000
/** Number of pairs that one statement stores. */
const BATCH = 1_000
/** Maximum number of definitions in one run of the job. The others follow a minute later. */
const MAX_DEFINITIONS = 20
/** Minimum similarity (pg_trgm) of a text that is offered, from 0 to 1. */
const MIN_SIMILARITY = 0.5

interface Pair {
  source_lang: string
  target_lang: string
  source: string
  target: string
}

/** A translation that a published form of the deployment has, for the same or a similar text. */
export interface Remembered {
  source: string
  target: string
  /** 1 for the same text, otherwise the share of common trigrams. */
  similarity: number
}

/**
 * Stores the translations of the live versions that were published since the last run. Runs every minute. Each
 * definition is a transaction of its own, so a run that is interrupted continues later.
 * @throws the first error, after the other definitions
 */
export async function rememberTranslations({ database }: Pick<RequestServices, 'database'>): Promise<void> {
  let after = ''
  let remembered = 0
  const errors: unknown[] = []
  for (; remembered < MAX_DEFINITIONS; remembered += 1) {
    const next = await acrossCustomers(database.jobs, (db) => nextAfter(db, after))
    if (next === undefined) break
    after = next
    // A definition that fails is tried again in the next run, and does not hold up the others.
    await acrossCustomers(database.jobs, (db) => remember(db, next)).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
  if (remembered === 0) return
  const forget = () =>
    acrossCustomers(database.jobs, async (db) => {
      const old = db.selectFrom('translation_memory').select('id').orderBy('used_on', 'desc').orderBy('id', 'desc').offset(MAX_PAIRS).limit(BATCH)
      return Number((await db.deleteFrom('translation_memory').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
    })
  while ((await forget()) === BATCH);
}

/** Returns the code of the next definition, by code, whose live version the memory does not have. */
async function nextAfter(db: DeploymentDb, after: string): Promise<string | undefined> {
  const next = await db
    .selectFrom('definitions as d')
    .leftJoin('remembered_definitions as r', 'r.code_tag', 'd.code_tag')
    .select('d.code_tag')
    .where('d.live_version', 'is not', null)
    .where('d.code_tag', '>', after)
    .where(sql<boolean>`d.live_version is distinct from r.version`)
    .orderBy('d.code_tag')
    .limit(1)
    .executeTakeFirst()
  return next?.code_tag
}

async function remember(db: DeploymentDb, codeTag: string): Promise<void> {
  const stored = await lockDefinition(db, codeTag, 'share')
  if (!stored || stored.live_version === null) return
  const pairs = pairsOf(new DraftTree(await draftNodes(db, { ...stored, hasDraft: false })))
  for (let at = 0; at < pairs.length; at += BATCH) await storePairs(db, pairs.slice(at, at + BATCH))
  const version = stored.live_version
  await db
    .insertInto('remembered_definitions')
    .values({ code_tag: stored.code_tag, version })
    .onConflict((conflict) => conflict.column('code_tag').doUpdateSet({ version }))
    .execute()
}

/** Returns the finished translations of a form that are worth remembering, each pair once. */
function pairsOf(tree: DraftTree): Pair[] {
  const [main, ...others] = languageSteps(tree).keys()
  if (main === undefined) return []
  const pairs = new Map<string, Pair>()
  for (const other of others)
    for (const { source, target, state } of translationOf(tree, other)?.texts ?? []) {
      if (state !== 'translated' || !/\p{L}/u.test(source) || source.length > MAX_SOURCE || target.length > MAX_TARGET) continue
      pairs.set(JSON.stringify([other, source, target]), { source_lang: main, target_lang: other, source, target })
    }
  return [...pairs.values()]
}

const storePairs = (db: DeploymentDb, pairs: readonly Pair[]) =>
  sql`
    insert into translation_memory as m (source_lang, target_lang, source, target)
    select source_lang, target_lang, source, target
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(source_lang text, target_lang text, source text, target text)
    on conflict (source_lang, target_lang, md5(source), md5(target)) do update set used_on = current_date where m.used_on < current_date`.execute(db)

/**
 * Returns the translations of a text and of similar texts, the most similar first, at most `limit`.
 * @param from code of the text's language
 * @param to code of the language into which it is translated
 */
export async function recall(db: DeploymentDb, { from, to, text }: { from: string; to: string; text: string }, limit: number): Promise<Remembered[]> {
  const languages = sql<boolean>`source_lang = ${from} and target_lang = ${to}`
  const same = await db
    .selectFrom('translation_memory')
    .select(['source', 'target', sql<number>`1`.as('similarity')])
    .where(languages)
    .where(sql<boolean>`md5(source) = md5(${text})`)
    .orderBy('used_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  if (same.length > 0) return same
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(MIN_SIMILARITY)}, true)`.execute(db)
  return db
    .selectFrom('translation_memory')
    .select(['source', 'target', sql<number>`similarity(source, ${text})`.as('similarity')])
    .where(sql<boolean>`source % ${text}`)
    .where(languages)
    .orderBy('similarity', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
