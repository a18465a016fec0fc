import { z } from 'zod'
import { plainText } from '../../form/plain-text.ts'
import { MAX_CORRECTED } from '../../request/corrections.ts'
import { FOLLOW_UP_STATES, MAX_MESSAGE_LENGTH, MAX_SCORE_COMMENT, SCORES } from '../../request/follow-up.ts'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

const none = z.object({})

/** What the desk asks for: an answer in words, corrected answers, or files. The requester's message that answers has the same kind. */
const MESSAGE_KINDS = ['question', 'correction', 'file'] as const

/** A message between the desk and the requester. `text` is null if it cannot be decrypted any more. */
export const requestMessage = z.object({
  id: z.string(),
  at: z.string(),
  sender: z.enum(['desk', 'requester']),
  kind: z.enum(MESSAGE_KINDS),
  text: z.string().nullable(),
  /** Codes of the questions that a message of another kind concerns; empty for questions. */
  properties: z.array(z.string()),
  /** Id of the desk's message that this one answers with corrections or files; null for others. */
  reply_to: z.string().nullable(),
  /** Files that were sent with the message. */
  files: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type RequestMessage = z.infer<typeof requestMessage>

/** An answer that a requester has corrected, before and after. A question that was not answered has null. */
export const answerChange = z.object({ code: z.string(), before: z.unknown(), after: z.unknown() })

export type AnswerChange = z.infer<typeof answerChange>

/** What happened to a request. `text` is the name of a state, if the form shows its states. */
const followUpEvent = z.object({
  at: z.string(),
  kind: z.enum(['sent', 'confirmed', 'processed', 'desk_state', 'ticket_state', 'closed', 'reopened', 'question', 'answer', 'withdrawn']),
  text: z.string().nullable(),
})

export const followUp = z.object({
  /** Names the request in the header `X-Follow-Up-Page` of further calls. */
  page: z.string(),
  /** Null if the form shows no ticket code. */
  ticket: z.string().nullable(),
  language: z.string(),
  time_zone: z.string(),
  created_at: z.string(),
  state: z.enum(FOLLOW_UP_STATES),
  /** The form's own name of the state, if it shows its states. */
  state_name: z.string().nullable(),
  /** Until when the requester can confirm the request; null if it does not wait for that. */
  confirm_until: z.string().nullable(),
  /** What happened, oldest first. */
  events: z.array(followUpEvent),
  messages: z.array(
    requestMessage.extend({
      /** Labels of `properties`. */
      labels: z.array(z.string()),
      /** True if the desk's message asks for corrections or files that the requester can still send. */
      is_open: z.boolean(),
    }),
  ),
  /** True if the requester can write: the request is in work. */
  can_write: z.boolean(),
  files: z.array(z.object({ id: z.string(), name: z.string(), size: z.number() })),
  /** `off`: the form does not offer it. `late`: the time is over. `closed`: the office has finished. */
  withdrawal: z.object({ state: z.enum(['possible', 'withdrawn', 'late', 'closed', 'off']), until: z.string().nullable() }),
  /** Null if the requester is not asked, or not yet. */
  satisfaction: z.object({ score: z.number().nullable(), comment: z.string().nullable() }).nullable(),
  /** `locked`: a mailed code opens the answers and files. `none`: the request has no e-mail address. */
  answers: z.enum(['locked', 'open', 'none']),
  open_until: z.string().nullable(),
  /** Beginning of the address to which codes are mailed. */
  mailbox: z.string().nullable(),
})

export type FollowUp = z.infer<typeof followUp>

/** What the desk sees of a request's follow-up page: what the requester did there, and the messages between the two. */
export const deskFollowUp = z.object({
  /** True if the form has such a page and the request an address, so that the desk can ask the requester. */
  can_ask: z.boolean(),
  withdrawn_at: z.string().nullable(),
  score: z.number().nullable(),
  comment: z.string().nullable(),
  messages: z.array(
    requestMessage.extend({
      operator: z.string().nullable(),
      unread: z.boolean(),
      /** Labels of `properties`. */
      labels: z.array(z.string()),
      /** Corrected answers as texts, before and after; null if they cannot be decrypted any more. */
      changes: z.array(z.object({ code: z.string(), label: z.string(), before: z.string(), after: z.string() })).nullable(),
    }),
  ),
  /** The questions whose answers the desk can ask to correct. */
  correctable: z.array(z.object({ code: z.string(), label: z.string(), is_file: z.boolean() })),
})

export const FOLLOW_UP_PATH = '/forms/{customerCode}/follow-up'
export const FOLLOW_UP_ERRORS = ['forms0001', 'forms0002', 'forms0011', 'http_malformed'] as const
const path = FOLLOW_UP_PATH
const ERRORS = FOLLOW_UP_ERRORS

const openFollowUp = endpoint({
  method: 'POST',
  path: `${path}/session`,
  summary: 'Open the follow-up page of a request by the key of its mailed link, or by its ticket and one-time code; the session is kept in a cookie',
  params: customerParams,
  query: none,
  body: z.union([z.strictObject({ key: z.string().min(1).max(512) }), z.strictObject({ ticket: z.string().max(64), otp: z.string().max(64) })]),
  status: 201,
  answer: followUp,
  errors: ['forms0001', 'forms0002', 'forms0003', 'forms0017', 'forms0045', 'http_malformed'],
})

const getFollowUp = endpoint({
  method: 'GET',
  path,
  summary: 'Get the state, events, messages and files of the request whose session the cookie names',
  params: customerParams,
  query: none,
  status: 200,
  answer: followUp,
  errors: ERRORS,
})

const leaveFollowUp = endpoint({
  method: 'DELETE',
  path: `${path}/session`,
  summary: 'End the session of a follow-up page',
  params: customerParams,
  query: none,
  status: 200,
  answer: none,
  errors: ['forms0001', 'forms0002'],
})

const askFreshCode = endpoint({
  method: 'POST',
  path: `${path}/code`,
  summary: 'Mail a code to the address of the request, which opens its answers and files for a quarter of an hour',
  params: customerParams,
  query: none,
  status: 202,
  answer: none,
  errors: [...ERRORS, 'forms0020', 'forms0024'],
})

const checkFreshCode = endpoint({
  method: 'PUT',
  path: `${path}/code`,
  summary: 'Open the answers and files of the request with the mailed code',
  params: customerParams,
  query: none,
  body: z.strictObject({ code: z.string().max(32) }),
  status: 200,
  answer: followUp,
  errors: [...ERRORS, 'forms0017', 'forms0021', 'forms0040'],
})

const followUpAnswers = z.object({
  unreadable: z.boolean(),
  sections: z.array(z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), text: z.string() })) })),
})

export type FollowUpAnswers = z.infer<typeof followUpAnswers>

const getFollowUpAnswers = endpoint({
  method: 'GET',
  path: `${path}/answers`,
  summary: 'Get the answers of the request as people read them, after the mailed code was entered',
  params: customerParams,
  query: none,
  status: 200,
  answer: followUpAnswers,
  errors: [...ERRORS, 'forms0006'],
})

const getFollowUpReceipt = endpoint({
  method: 'GET',
  path: `${path}/receipt`,
  summary: 'The receipt of the request as a PDF, after the mailed code was entered',
  params: customerParams,
  query: none,
  status: 200,
  answer: z.unknown(),
  answerType: 'application/pdf',
  errors: [...ERRORS, 'forms0006', 'http_not_found'],
})

const getFollowUpFile = endpoint({
  method: 'GET',
  path: `${path}/files/{id}`,
  summary: 'A file of the request, after the mailed code was entered',
  params: customerParams.extend({ id: z.uuid() }),
  query: none,
  status: 200,
  answer: z.unknown(),
  answerType: 'application/octet-stream',
  errors: [...ERRORS, 'forms0006', 'forms0026', 'forms_mgmt0005', 'http_not_found'],
})

const withdrawRequest = endpoint({
  method: 'POST',
  path: `${path}/withdrawal`,
  summary: 'Withdraw the request, within the time that the form allows and before the office has closed it',
  params: customerParams,
  query: none,
  status: 200,
  answer: followUp,
  errors: [...ERRORS, 'forms_mgmt0004'],
})

const rateRequest = endpoint({
  method: 'PUT',
  path: `${path}/satisfaction`,
  summary: 'Say how satisfied the requester is with a closed request; a later call replaces it',
  params: customerParams,
  query: none,
  body: z.strictObject({
    score: z.union(SCORES.map((score) => z.literal(score))),
    comment: plainText(MAX_SCORE_COMMENT).nullable(),
  }),
  status: 200,
  answer: followUp,
  errors: [...ERRORS, 'forms0017', 'forms_mgmt0004'],
})

const messageText = plainText(MAX_MESSAGE_LENGTH)

/** A message under an id that its sender has made, so that a repeated call stores and mails it once. */
const newMessage = z.strictObject({ id: z.uuid(), text: messageText })

/** What the desk asks. It may name questions whose answers must be corrected or for which files are missing. */
export const deskMessage = newMessage.extend({
  properties: z.array(z.string().max(64)).max(MAX_CORRECTED).optional(),
})

const answerDesk = endpoint({
  method: 'POST',
  path: `${path}/messages`,
  summary: 'Write to the office about the request; a repeated call with the same id stores the message once',
  params: customerParams,
  query: none,
  body: newMessage,
  status: 201,
  answer: followUp,
  errors: [...ERRORS, 'forms0017', 'forms0024', 'forms_mgmt0004'],
})

/** The calls of the page on which a requester follows a request. */
export const followUpEndpoints = {
  openFollowUp,
  getFollowUp,
  leaveFollowUp,
  askFreshCode,
  checkFreshCode,
  getFollowUpAnswers,
  getFollowUpReceipt,
  getFollowUpFile,
  withdrawRequest,
  rateRequest,
  answerDesk,
}
