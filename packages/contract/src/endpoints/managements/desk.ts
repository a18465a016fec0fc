import { z } from 'zod'
import { deskWord } from '../../form/desk-word.ts'
import { plainText } from '../../form/plain-text.ts'
import { MAX_DESK_BATCH, MAX_DESK_WORDS, MAX_NOTE_LENGTH } from '../../request/desk.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { shownRequest } from './requests.ts'

const none = z.object({})
const ticket = z.string().regex(/^[\w.-]{1,64}$/)
const username = z.string().min(1).max(128)

/** A change of a request on the desk. What is missing stays as it is; null removes the name or the date. */
const deskChange = z.strictObject({
  state: deskWord.optional(),
  assignee: username.nullable().optional(),
  due_on: z.iso.date().nullable().optional(),
  labels: z.array(deskWord).max(MAX_DESK_WORDS).optional(),
})

export type DeskChange = z.output<typeof deskChange>

export const changeDesk = endpoint({
  method: 'PUT',
  path: '/managements/requests/{ticket}/desk',
  summary: 'Change the state, assignee, due date or labels of a request on the desk; with If-Match only if nobody else has changed them',
  params: z.object({ ticket }),
  query: none,
  body: deskChange,
  status: 200,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
  desk: 'agent',
})

export const addNote = endpoint({
  method: 'POST',
  path: '/managements/requests/{ticket}/notes',
  summary: 'Add an internal note to a request, which its sender never sees',
  params: z.object({ ticket }),
  query: none,
  body: z.strictObject({ text: plainText(MAX_NOTE_LENGTH) }),
  status: 201,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
  desk: 'agent',
})

/** A change of several requests. Labels are added and removed one by one, because the requests have different ones. */
const batchChange = z.strictObject({
  state: deskWord.optional(),
  assignee: username.nullable().optional(),
  due_on: z.iso.date().nullable().optional(),
  add_label: deskWord.optional(),
  remove_label: deskWord.optional(),
})

export type DeskBatchChange = z.output<typeof batchChange>

/** What became of a request: its form may not know the state, or not let the assignee read its requests; a merged request keeps its state. */
const refusal = z.object({ ticket: z.string(), reason: z.enum(['missing', 'state', 'assignee', 'labels', 'merged']) })

const batchOutcome = z.object({ changed: z.number(), refused: z.array(refusal) })

export type DeskBatchOutcome = z.output<typeof batchOutcome>

export const changeDeskBatch = endpoint({
  method: 'POST',
  path: '/managements/desk/changes',
  summary: `Change up to ${MAX_DESK_BATCH} requests on the desk; the answer names those that could not be changed`,
  params: none,
  query: none,
  body: z.strictObject({ tickets: z.array(ticket).min(1).max(MAX_DESK_BATCH), change: batchChange }),
  status: 200,
  answer: batchOutcome,
  errors: [...MANAGEMENT_ERRORS, 'forms0017'],
  role: 'operator',
  desk: 'agent',
})

const deskChoices = z.object({
  /** Operators who may work on requests that the caller may read. */
  assignees: z.array(z.object({ username: z.string(), name: z.string() })),
  /** States and labels that requests have now, and those of the named forms. */
  states: z.array(z.string()),
  labels: z.array(z.string()),
})

export type DeskChoices = z.output<typeof deskChoices>

export const getDeskChoices = endpoint({
  method: 'GET',
  path: '/managements/desk',
  summary: 'Get the assignees, states and labels by which the list of requests can be filtered, and those that the named forms offer',
  params: none,
  /** Codes of forms, separated by commas. */
  query: z.object({
    forms: z
      .string()
      .max(MAX_DESK_BATCH * 65)
      .optional(),
  }),
  status: 200,
  answer: deskChoices,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  desk: 'agent',
})

/** Requests on the desk that arrived or changed, as the event `changes` of the desk names them. */
export interface DeskNotice {
  ticket: string
  form: string
  version: number
}

export const followDesk = endpoint({
  method: 'GET',
  path: '/managements/desk/events',
  summary:
    'Follow which requests arrive on the desk and change there, as server-sent events `changes`; after the event `resync`, and after a new connection, the lists are read again',
  params: none,
  query: none,
  status: 200,
  answer: z.unknown(),
  answerType: 'text/event-stream',
  errors: [...MANAGEMENT_ERRORS, 'forms0002'],
  role: 'viewer',
  desk: 'agent',
  background: true,
})
