import { z } from 'zod'
import { code } from '../../form/code.ts'
import { MAX_COMMENT_LENGTH, MAX_REVIEWER_NAME_LENGTH } from '../../form/comment.ts'
import { plainText } from '../../form/plain-text.ts'
import { endpoint } from '../define-endpoint.ts'
import { previewCode } from '../shared-params.ts'

/** A comment on a step in the format for reviewers, which does not contain operators' user names. */
const reviewComment = z.object({
  id: z.uuid(),
  /** Code of the step to which the comment belongs; null if the step was deleted. */
  code_tag: z.string().nullable(),
  /** Title of the step to which the comment belongs. If the step was deleted, its title at the time of the comment. */
  step_title: z.string(),
  /** Id of the comment to which this comment is a reply. */
  reply_to: z.uuid().nullable(),
  /**
   * Author of the comment: the name that the reviewer has entered, or the operator's name, which is null if it is
   * unknown. User names and e-mail addresses are never sent.
   */
  author: z.string().nullable(),
  /** True if an operator wrote the comment. */
  is_office: z.boolean(),
  text: z.string(),
  created_at: z.string(),
  is_done: z.boolean(),
  /**
   * True if the comment can still be changed or deleted in the calling browser. The comment must have been written in
   * this browser, have no reply, and not be resolved.
   */
  is_changeable: z.boolean(),
})

export type ReviewComment = z.infer<typeof reviewComment>

const review = z.object({
  /** Title of the form under review. */
  title: z.string(),
  /** Name of the review link. */
  label: z.string(),
  expires_at: z.string(),
  /** Code of the first step of the form. */
  code_tag: z.string(),
  /** Languages of the draft, each with the code of its first step. Empty if the form has only one language. */
  languages: z.array(z.object({ lang_code: z.string(), code_tag: z.string() })),
  /** True if the review link has reached its maximum number of comments. */
  is_full: z.boolean(),
  /** The comments that were written through the review link, and the replies to them, oldest first. */
  comments: z.array(reviewComment),
})

export type Review = z.infer<typeof review>

const byCode = z.object({ reviewCode: previewCode })
const text = plainText(MAX_COMMENT_LENGTH)
const errors = ['forms0001', 'forms0017', 'http_malformed'] as const

export const getReview = endpoint({
  method: 'GET',
  path: '/reviews/{reviewCode}',
  summary: 'Get the comments of a link for reviewers, whose code opens the pages of the draft like that of a preview',
  params: byCode,
  query: z.object({}),
  status: 200,
  answer: review,
  errors: ['forms0001'],
})

export const addReviewComment = endpoint({
  method: 'POST',
  path: '/reviews/{reviewCode}/comments',
  summary: 'Comment on a step of the draft as a reviewer, or answer a comment. The header X-Review-Key has the random key of the browser',
  params: byCode,
  query: z.object({}),
  body: z.strictObject({
    code_tag: code,
    text,
    author: plainText(MAX_REVIEWER_NAME_LENGTH),
    /**
     * Id of the comment to which the new comment is a reply. Both must belong to the same step. A reply to a reply is
     * rejected.
     */
    reply_to: z.uuid().nullable(),
  }),
  status: 201,
  answer: review,
  errors: [...errors, 'forms0045', 'http_not_found'],
})

export const editReviewComment = endpoint({
  method: 'PUT',
  path: '/reviews/{reviewCode}/comments/{id}',
  summary: 'Change an own comment to which nobody has answered',
  params: byCode.extend({ id: z.uuid() }),
  query: z.object({}),
  body: z.strictObject({ text }),
  status: 200,
  answer: review,
  errors: [...errors, 'forms_mgmt0004', 'http_not_found'],
})

export const deleteReviewComment = endpoint({
  method: 'DELETE',
  path: '/reviews/{reviewCode}/comments/{id}',
  summary: 'Delete an own comment to which nobody has answered',
  params: byCode.extend({ id: z.uuid() }),
  query: z.object({}),
  status: 200,
  answer: review,
  errors: ['forms0001', 'forms_mgmt0004', 'http_not_found'],
})
