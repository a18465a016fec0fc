import { isAllowed } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { isReachedDefinition } from '../../management/reach.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { announceComments, isFull, listedComments, lockAnswered, MAX_COMMENTS, stepsById } from './comments.ts'

/**
 * Registers the endpoints by which operators read, write, resolve and delete comments on the steps of a form
 * definition.
 */
export function managedComments(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listStepComments, ({ params: { code_tag }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (!(await isReachedDefinition(db, operator, code_tag))) throw apiError('http_not_found')
      return listedComments(db, code_tag)
    }),
  )

  managed(app, endpoints.addStepComment, async ({ params: { code_tag }, body: { step_id, text, reply_to }, operator }) => {
    const draft = await services.previews.draft(code_tag)
    return acrossCustomers(kysely, async (db) => {
      if (!draft || !(await isReachedDefinition(db, operator, code_tag))) throw apiError('http_not_found')
      const answered = reply_to === null ? undefined : await lockAnswered(db, { codeTag: code_tag, stepId: step_id, id: reply_to })
      if (reply_to !== null && !answered) throw inputError('reply_to', 'absent')
      const step = stepsById(draft).get(step_id)
      // Operators can still reply to a comment on a step that was deleted.
      if (!step && !answered) throw inputError('step_id', 'not_a_step')
      if (await isFull(db, code_tag)) throw inputError('text', 'too_many', MAX_COMMENTS)
      await db
        .insertInto('step_comments')
        .values({ code_tag, step_id, step_title: step?.title ?? '', text, reply_to, link_id: answered?.link_id ?? null, username: operator.username })
        .execute()
      await announceComments(db, code_tag)
      return listedComments(db, code_tag)
    })
  })

  managed(app, endpoints.resolveStepComment, ({ params: { code_tag, id }, body: { done }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (!(await isReachedDefinition(db, operator, code_tag))) throw apiError('http_not_found')
      const row = await db
        .updateTable('step_comments')
        .set(done ? { resolved_at: sql<Date>`now()`, resolved_by: operator.username } : { resolved_at: null, resolved_by: null })
        .where('id', '=', id)
        .where('code_tag', '=', code_tag)
        .where('reply_to', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw apiError('http_not_found')
      await announceComments(db, code_tag)
      return listedComments(db, code_tag)
    }),
  )

  managed(app, endpoints.deleteStepComment, ({ params: { code_tag, id }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (!(await isReachedDefinition(db, operator, code_tag))) throw apiError('http_not_found')
      const comment = await db
        .selectFrom('step_comments')
        .select(['id', 'step_id', 'label', 'username'])
        .where('id', '=', id)
        .where('code_tag', '=', code_tag)
        .forUpdate()
        .executeTakeFirst()
      if (!comment) throw apiError('http_not_found')
      const answers = await db.selectFrom('step_comments').select('username').where('reply_to', '=', id).execute()
      const isOwn = [comment, ...answers].every(({ username }) => username === operator.username)
      if (!isOwn && !isAllowed(operator.role, { role: 'operator', authoring: 'author' })) throw apiError('forms0018')
      await db.deleteFrom('step_comments').where('id', '=', id).execute()
      // The audit log is kept longer than the comment. Its entry therefore does not name the reviewer.
      if (!isOwn) {
        const before = { step: comment.step_id, link: comment.label, operator: comment.username, answers: answers.length }
        await audit(db, operator, { action: 'comment.delete', subject: code_tag, before })
      }
      await announceComments(db, code_tag)
      return listedComments(db, code_tag)
    }),
  )
}
