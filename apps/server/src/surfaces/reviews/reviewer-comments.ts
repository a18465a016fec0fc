import { createHash } from 'node:crypto'
import { REVIEW_KEY_HEADER, type Review } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Customer, hashOfPreviewCode } from '../../catalogue/customers/rules.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { announceComments, commentsOf, isFull, lockAnswered, stepsById } from './comments.ts'

/**
 * Maximum number of comments that all reviewers with the same link may write together: in total, and within
 * `WINDOW_MINUTES`.
 */
const MAX_OF_LINK = 200
const MAX_IN_WINDOW = 30
const WINDOW_MINUTES = 10

/** Matches the random key of a reviewer's browser, which has at least 128 bits, encoded as text. */
const KEY = /^[\w-]{22,64}$/

/** A link for reviewers that has neither expired nor been revoked. */
interface Link {
  id: string
  code_tag: string
  label: string
  expires_at: Date
}

/**
 * Registers the endpoints for reviewers, who have a link instead of a sign-in. Reviewers read, write, change and delete
 * the comments that belong to their link.
 */
export function reviewerComments(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  route(app, endpoints.getReview, async ({ params: { reviewCode }, request }) => {
    const draft = await draftOf(services, reviewCode)
    return acrossCustomers(kysely, async (db) => reviewOf(db, await linkOf(db, reviewCode), draft, keyHashOf(request)))
  })

  route(app, endpoints.addReviewComment, async ({ params: { reviewCode }, body: { code_tag, text, author, reply_to }, request }) => {
    const key_hash = requireKey(request)
    const draft = await draftOf(services, reviewCode)
    const node = draft.published.nodes.get(code_tag)
    return acrossCustomers(kysely, async (db) => {
      // Locks the link for reviewers, so that the number of its comments is counted correctly when several reviewers
      // write at the same time.
      const link = await linkOf(db, reviewCode, 'locked')
      const step = node && [...stepsById(draft.published).values()].find((each) => each.codeTag === code_tag)
      if (!step) throw apiError('http_not_found')
      const answered = reply_to === null ? undefined : await lockAnswered(db, { codeTag: link.code_tag, stepId: step.id, id: reply_to })
      if (reply_to !== null && answered?.link_id !== link.id) throw apiError('http_not_found')
      await requireRoom(db, link)
      const { code_tag: definition, id: link_id, label } = link
      await db
        .insertInto('step_comments')
        .values({ code_tag: definition, step_id: step.id, step_title: step.title, text, author, reply_to, link_id, label, key_hash })
        .execute()
      await announceComments(db, definition)
      return reviewOf(db, link, draft, key_hash)
    })
  })

  route(app, endpoints.editReviewComment, ({ params: { reviewCode, id }, body: { text }, request }) =>
    change(services, { reviewCode, id, request }, (db) => db.updateTable('step_comments').set({ text }).where('id', '=', id).execute()),
  )

  route(app, endpoints.deleteReviewComment, ({ params: { reviewCode, id }, request }) =>
    change(services, { reviewCode, id, request }, (db) => db.deleteFrom('step_comments').where('id', '=', id).execute()),
  )
}

/**
 * Changes a reviewer's comment if the same browser wrote it and nobody has replied to it or resolved it.
 * @throws ApiError http_not_found, forms_mgmt0004
 */
async function change(
  services: RequestServices,
  { reviewCode, id, request }: { reviewCode: string; id: string; request: FastifyRequest },
  apply: (db: DeploymentDb) => Promise<unknown>,
): Promise<Review> {
  const key_hash = requireKey(request)
  const draft = await draftOf(services, reviewCode)
  return acrossCustomers(services.database.kysely, async (db) => {
    const link = await linkOf(db, reviewCode)
    const comment = await db
      .selectFrom('step_comments')
      .select(['resolved_at', sql<boolean>`exists (select from step_comments r where r.reply_to = ${id})`.as('is_answered')])
      .where('id', '=', id)
      .where('link_id', '=', link.id)
      .where('key_hash', '=', key_hash)
      .forUpdate()
      .executeTakeFirst()
    if (!comment) throw apiError('http_not_found')
    if (comment.resolved_at || comment.is_answered) throw apiError('forms_mgmt0004')
    await apply(db)
    await announceComments(db, link.code_tag)
    return reviewOf(db, link, draft, key_hash)
  })
}

/**
 * Returns the draft that a link for reviewers opens. The code of an author's preview gives no access to comments.
 * @throws ApiError forms0001
 */
async function draftOf({ previews }: RequestServices, code: string): Promise<Customer> {
  const draft = await previews.customer(code)
  if (!draft?.preview?.forReviewers) throw apiError('forms0001')
  return draft
}

/**
 * Returns the link for reviewers with the given code, if it has neither expired nor been revoked.
 * @throws ApiError forms0001
 */
async function linkOf(db: DeploymentDb, code: string, locked?: 'locked'): Promise<Link> {
  const found = db
    .selectFrom('review_links')
    .select(['id', 'code_tag', 'label', 'expires_at'])
    .where('token_hash', '=', hashOfPreviewCode(code))
    .where('expires_at', '>', sql<Date>`now()`)
  const link = await (locked ? found.forUpdate() : found).executeTakeFirst()
  if (!link) throw apiError('forms0001')
  return link
}

async function reviewOf(db: DeploymentDb, link: Link, { published }: Customer, keyHash: Buffer | undefined): Promise<Review> {
  const steps = stepsById(published)
  const comments = await commentsOf(db, { linkId: link.id })
  return {
    title: published.definition.tag_description,
    label: link.label,
    expires_at: link.expires_at.toISOString(),
    code_tag: published.definition.code_tag,
    languages: published.languages.map(({ lang_code, code_tag }) => ({ lang_code, code_tag })),
    is_full: comments.filter(({ username }) => username === null).length >= MAX_OF_LINK || (await isFull(db, link.code_tag)),
    comments: comments.map((comment) => ({
      ...comment,
      code_tag: steps.get(comment.step_id)?.codeTag ?? null,
      step_title: steps.get(comment.step_id)?.title ?? comment.step_title,
      author: comment.username === null ? comment.author : publicName(comment.operator_name),
      is_office: comment.username !== null,
      created_at: comment.created_at.toISOString(),
      is_done: comment.resolved_at !== null,
      is_changeable: keyHash !== undefined && comment.key_hash?.equals(keyHash) === true && !comment.is_answered && comment.resolved_at === null,
    })),
  }
}

/**
 * Returns the operator's name as reviewers see it; null if the stored name is an e-mail address, which reviewers must
 * not see.
 */
const publicName = (name: string | null) => (name?.includes('@') ? null : name)

/**
 * Checks the limits on comments from one link.
 * @throws ApiError forms0045 if all reviewers with this link together have written too many comments, or too many in a
 * short time
 */
async function requireRoom(db: DeploymentDb, { id, code_tag }: Link): Promise<void> {
  const { rows } = await sql<{ all: number; lately: number }>`
    select count(*)::int as all, (count(*) filter (where created_at > now() - make_interval(mins => ${WINDOW_MINUTES}::int)))::int as lately
    from step_comments where link_id = ${id} and username is null`.execute(db)
  const { all = 0, lately = 0 } = rows[0] ?? {}
  if (all >= MAX_OF_LINK || lately >= MAX_IN_WINDOW || (await isFull(db, code_tag))) throw apiError('forms0045')
}

function keyHashOf(request: FastifyRequest): Buffer | undefined {
  const key = request.headers[REVIEW_KEY_HEADER]
  return typeof key === 'string' && KEY.test(key) ? createHash('sha256').update(key).digest() : undefined
}

/**
 * Returns the key of the reviewer's browser from the request.
 * @throws ApiError http_malformed if the request contains no such key
 */
function requireKey(request: FastifyRequest): Buffer {
  const hash = keyHashOf(request)
  if (!hash) throw apiError('http_malformed')
  return hash
}
