import { ROOT_ID, type StepComment } from '@sportello/contract'
import { sql } from 'kysely'
import type { PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/** Maximum number of comments on a form definition, including replies to comments. */
export const MAX_COMMENTS = 500

/** A comment on a form's step as the database stores it, with the data that lists of comments contain. */
interface StoredComment {
  id: string
  step_id: string
  step_title: string
  reply_to: string | null
  author: string | null
  username: string | null
  /**
   * First and last name of the operator who wrote the comment; null if a reviewer wrote it, or if the operator has no
   * name.
   */
  operator_name: string | null
  label: string | null
  is_shared: boolean
  key_hash: Buffer | null
  text: string
  created_at: Date
  resolved_at: Date | null
  resolved_by: string | null
  is_answered: boolean
}

/**
 * Returns the comments on a form definition, oldest first: either all, or only those that reviewers with the given link
 * may see.
 */
export async function commentsOf(db: DeploymentDb, of: { codeTag: string } | { linkId: string }): Promise<StoredComment[]> {
  const wanted = 'linkId' in of ? sql`c.link_id = ${of.linkId}` : sql`c.code_tag = ${of.codeTag}`
  const { rows } = await sql<StoredComment>`
    select c.id, c.step_id, c.step_title, c.reply_to, c.author, c.username, nullif(trim(o.name || ' ' || o.surname), '') as operator_name, c.label,
      l.id is not null as is_shared, c.key_hash, c.text, c.created_at, c.resolved_at,
      c.resolved_by, exists (select from step_comments r where r.reply_to = c.id) as is_answered
    from step_comments c left join operators o on o.username = c.username left join review_links l on l.id = c.link_id and l.expires_at > now()
    where ${wanted} order by c.created_at, c.id limit ${MAX_COMMENTS}`.execute(db)
  return rows
}

/** Returns the comments on a form definition as operators see them. */
export async function listedComments(db: DeploymentDb, codeTag: string): Promise<StepComment[]> {
  return (await commentsOf(db, { codeTag })).map((comment) => ({
    ...comment,
    author: comment.author ?? comment.operator_name ?? comment.username ?? '',
    created_at: comment.created_at.toISOString(),
    resolved_at: comment.resolved_at?.toISOString() ?? null,
  }))
}

/**
 * Returns the comment that a reply answers. The comment must be on the same step and must not be a reply itself. Locks
 * the
 * comment, so that nobody deletes or changes it during the transaction.
 */
export async function lockAnswered(
  db: DeploymentDb,
  { codeTag, stepId, id }: { codeTag: string; stepId: string; id: string },
): Promise<{ id: string; link_id: string | null } | undefined> {
  return db
    .selectFrom('step_comments')
    .select(['id', 'link_id'])
    .where('id', '=', id)
    .where('code_tag', '=', codeTag)
    .where('step_id', '=', stepId)
    .where('reply_to', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns true if a form definition already has the maximum number of comments. */
export async function isFull(db: DeploymentDb, codeTag: string): Promise<boolean> {
  const { count } = await db
    .selectFrom('step_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('code_tag', '=', codeTag)
    .executeTakeFirstOrThrow()
  return Number(count) >= MAX_COMMENTS
}

/**
 * Tells the open editors of a form definition that its comments have changed. The database sends this notification when
 * the transaction commits.
 */
export async function announceComments(db: DeploymentDb, codeTag: string): Promise<void> {
  await sql`select pg_notify('draft_changed', ${JSON.stringify({ code_tag: codeTag, comments: true })})`.execute(db)
}

/** A step of a draft on which operators and reviewers can write comments. */
interface CommentedStep {
  id: string
  codeTag: string
  title: string
}

/** The steps of each draft, keyed by their ids. Kept for as long as the draft is cached. */
const steps = new WeakMap<PublishedDefinition, ReadonlyMap<string, CommentedStep>>()

/** Returns the steps of a draft, keyed by their stable ids. Comments refer to steps by these ids. */
export function stepsById(published: PublishedDefinition): ReadonlyMap<string, CommentedStep> {
  const known = steps.get(published)
  if (known) return known
  const found = new Map(
    [...published.nodes].map(([codeTag, { tag, path }]) => {
      const id = path.length === 1 ? ROOT_ID : (tag.id ?? codeTag)
      return [id, { id, codeTag, title: tag.tag_description }]
    }),
  )
  steps.set(published, found)
  return found
}
