import { z } from 'zod'
import { code } from '../../form/code.ts'
import { MAX_VERSION_MESSAGE } from '../../form/draft-limits.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const byTag = z.object({ code_tag: code })
const byId = byTag.extend({ id: z.uuid() })
const none = z.object({})
const note = z.string().trim().max(MAX_VERSION_MESSAGE)

const publication = z.object({
  id: z.string(),
  /**
   * State of the publication. `asked`: it waits for a second person's approval. `planned`: it waits for its scheduled
   * time. `failed`: at the scheduled time the checks found errors.
   */
  state: z.enum(['asked', 'planned', 'published', 'sent_back', 'withdrawn', 'failed']),
  /** User name of the operator who requested the publication. */
  asked_by: z.string(),
  asked_at: z.string(),
  /** Scheduled time of the publication; null if it is published immediately after the approval. */
  publish_at: z.string().nullable(),
  /** The operator's message about the version; null if there is none. */
  message: z.string().nullable(),
  /**
   * True if the version is urgent: visitors who have started with an earlier version cannot submit that version any
   * more.
   */
  urgent: z.boolean(),
  judged_by: z.string().nullable(),
  judged_at: z.string().nullable(),
  /** Reason why the publication was sent back or has failed. */
  comment: z.string().nullable(),
  /**
   * True if the draft has changed since the publication was requested. These changes are not part of the publication.
   */
  stale: z.boolean(),
})

export type Publication = z.infer<typeof publication>

const publications = z.object({
  /** True if the deployment requires a second person's approval for each publication. */
  needs_approval: z.boolean(),
  /** The most recent publications that were requested or scheduled. A publication that is still waiting comes first. */
  publications: z.array(publication),
})

export type Publications = z.infer<typeof publications>

export const listPublications = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/publications',
  summary: 'List the newest publications of a definition that were asked for or planned',
  params: byTag,
  query: none,
  status: 200,
  answer: publications,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
  background: true,
})

export const askPublication = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/publications',
  summary: 'Ask a second person to publish the draft as it is now, or plan its publication for a moment',
  params: byTag,
  query: none,
  body: z.strictObject({
    message: note.optional(),
    /** Code of the only language that is published; the others stay as they are live when the publication is asked for. */
    language: z.enum(LANGUAGES).optional(),
    publish_at: z.iso.datetime({ offset: true }).nullish(),
    urgent: z.boolean().optional(),
    test_reason: note.min(1).optional(),
  }),
  status: 201,
  answer: publication,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms_mgmt0004', 'forms0002'],
  role: 'operator',
  authoring: 'author',
})

export const judgePublication = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/publications/{id}/judgement',
  summary: 'Approve a publication that another operator asked for, or send it back with a comment',
  params: byId,
  query: none,
  body: z.strictObject({ approve: z.boolean(), comment: note.optional() }),
  status: 200,
  answer: publication,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms0002'],
  role: 'operator',
  authoring: 'publisher',
})

export const withdrawPublication = endpoint({
  method: 'DELETE',
  path: '/managements/definitions/{code_tag}/publications/{id}',
  summary: 'Withdraw a publication that was asked for or planned: one’s own, or as a publisher any',
  params: byId,
  query: none,
  status: 200,
  answer: publication,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})
