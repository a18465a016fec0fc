import { z } from 'zod'
import { code } from '../../form/code.ts'
import { MAX_COMMENT_LENGTH, MAX_REVIEWER_NAME_LENGTH } from '../../form/comment.ts'
import { MAX_ID_LENGTH } from '../../form/draft-limits.ts'
import { plainText } from '../../form/plain-text.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { previewOptions } from './previews.ts'

const byTag = z.object({ code_tag: code })
const byId = byTag.extend({ id: z.uuid() })

const reviewLink = z.object({
  id: z.uuid(),
  label: z.string(),
  /** User name of the operator who created the review link. */
  made_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Number of comments that reviewers have written through the review link. */
  comments: z.number(),
})

export type ShownReviewLink = z.infer<typeof reviewLink>

const madeReviewLink = z.object({
  link: reviewLink,
  /**
   * URL of the review page. Only this response contains it, because the server stores only a hash of the code in it.
   */
  url: z.string(),
})

export type MadeReviewLink = z.infer<typeof madeReviewLink>

export const listReviewLinks = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/review-links',
  summary: 'List the links for reviewers of a definition’s draft, newest first, without their addresses',
  params: byTag,
  query: z.object({}),
  status: 200,
  answer: z.array(reviewLink),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})

export const makeReviewLink = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/review-links',
  summary: 'Make a link for reviewers of a definition’s draft, who need no sign-in, for a week',
  params: byTag,
  query: z.object({}),
  // The known data about the preview's simulated visitor are not part of the review link, because the author may have
  // typed a real person's data.
  body: z.strictObject({ label: plainText(MAX_REVIEWER_NAME_LENGTH), form: previewOptions.shape.form, mode: previewOptions.shape.mode }),
  status: 201,
  answer: madeReviewLink,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})

export const revokeReviewLink = endpoint({
  method: 'DELETE',
  path: '/managements/definitions/{code_tag}/review-links/{id}',
  summary: 'Revoke a link for reviewers at once; its comments stay',
  params: byId,
  query: z.object({}),
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})

/** A comment on a step in the format for operators. */
const stepComment = z.object({
  id: z.uuid(),
  /** Id of the step in the draft to which the comment belongs. The step may have been deleted since then. */
  step_id: z.string(),
  /** Title of the step at the time when the comment was written. */
  step_title: z.string(),
  reply_to: z.uuid().nullable(),
  /**
   * Author of the comment: the name that the reviewer has entered or, for an operator, the operator's name or user
   * name.
   */
  author: z.string(),
  /** User name of the operator; null if a reviewer wrote the comment. */
  username: z.string().nullable(),
  /**
   * Name of the review link through which the comment was written, even if the link no longer works; null if an
   * operator wrote the comment.
   */
  label: z.string().nullable(),
  /** True if reviewers with a valid review link can see the comment. */
  is_shared: z.boolean(),
  text: z.string(),
  created_at: z.string(),
  resolved_at: z.string().nullable(),
  /** User name of the operator who marked the comment as resolved. */
  resolved_by: z.string().nullable(),
})

export type StepComment = z.infer<typeof stepComment>

const comments = z.array(stepComment)

export const listStepComments = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/comments',
  summary: 'List the comments of reviewers and operators on the steps of a definition, oldest first',
  params: byTag,
  query: z.object({}),
  status: 200,
  answer: comments,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
  background: true,
})

export const addStepComment = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/comments',
  summary: 'Comment on a step of a definition, or answer a comment',
  params: byTag,
  query: z.object({}),
  body: z.strictObject({ step_id: z.string().min(1).max(MAX_ID_LENGTH), text: plainText(MAX_COMMENT_LENGTH), reply_to: z.uuid().nullable() }),
  status: 201,
  answer: comments,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
  authoring: 'translator',
})

export const resolveStepComment = endpoint({
  method: 'PUT',
  path: '/managements/definitions/{code_tag}/comments/{id}',
  summary: 'Mark a comment with its answers as done, or open it again',
  params: byId,
  query: z.object({}),
  body: z.strictObject({ done: z.boolean() }),
  status: 200,
  answer: comments,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})

export const deleteStepComment = endpoint({
  method: 'DELETE',
  path: '/managements/definitions/{code_tag}/comments/{id}',
  summary: 'Delete a comment with the answers to it; a translator may delete only own comments without answers of others',
  params: byId,
  query: z.object({}),
  status: 200,
  answer: comments,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  authoring: 'translator',
})
