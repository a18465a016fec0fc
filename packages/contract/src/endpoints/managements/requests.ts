import { z } from 'zod'
import { LANGUAGES } from '../../language.ts'
import { MAX_DESK_WORD } from '../../request/desk.ts'
import { EXPORT_PREVIEW_ROWS } from '../../request/export-columns.ts'
import { REQUEST_STATES, type RequestAction } from '../../request/state.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { deskFollowUp } from '../follow-up/follow-up.ts'
import { shownDelivery } from './deliveries.ts'
import { sortBy } from './sort.ts'
import { ticketState, ticketStateChange } from './ticket-states.ts'

const none = z.object({})
const ticket = z.string().regex(/^[\w.-]{1,64}$/)
const byTicket = z.object({ ticket })
const state = z.enum(REQUEST_STATES)
const moment = z.iso.datetime({ offset: true })

/**
 * Predefined lists of requests. `attention`: requests that have failed, or whose mail or delivery has failed. `new`:
 * requests of the last seven days that no operator has opened yet. `answers`: requests with messages of the requester that the desk has not
 * read.
 */
export const REQUEST_LISTS = ['attention', 'new', 'answers'] as const

/** Filters of the list of requests. `ticket` and `email` match the beginning of the value. Times are in ISO 8601. */
const filters = {
  /** Beginning of the ticket or of the e-mail address, or words of the answers by which authors let operators find requests. */
  q: z.string().max(200).optional(),
  list: z.enum(REQUEST_LISTS).optional(),
  form: z.string().max(64).optional(),
  state: state.optional(),
  ticket: z.string().max(64).optional(),
  email: z.string().max(254).optional(),
  from: moment.optional(),
  to: moment.optional(),
  /** State on the desk; `-closed` for all requests in work. */
  desk: z
    .string()
    .max(MAX_DESK_WORD + 1)
    .optional(),
  /** User name of the assignee; `-` for requests on the desk that nobody has taken. */
  assignee: z.string().max(128).optional(),
  label: z.string().max(MAX_DESK_WORD).optional(),
  /** Requests on the desk that are due before this date and not closed. */
  due_before: z.iso.date().optional(),
}

/** How far the operators are with a request. */
const desk = z.object({ state: z.string(), assignee: z.string().nullable(), due_on: z.string().nullable(), labels: z.array(z.string()) })

export type Desk = z.infer<typeof desk>

/** Part of a request on the desk that an operator can change. */
const deskKind = z.enum(['state', 'assignee', 'due_on', 'labels', 'note', 'merged', 'absorbed', 'withdrawn'])

const listedRequest = z.object({
  ticket: z.string(),
  form: z.string(),
  state,
  email: z.string().nullable(),
  created_at: z.string(),
  code_tag: z.string(),
  /**
   * State of the request's failed mails and deliveries. `retrying`: the server will retry at least one of them.
   * `given_up`: all attempts of at least one of them have failed. Null if none has failed.
   */
  trouble: z.enum(['retrying', 'given_up']).nullable(),
  /** Null if the request is not on the desk: it has no ticket yet, or its tickets go to a destination, and no operator has worked on it. */
  desk: desk.nullable(),
  /** States that ticket systems have reported. */
  ticket_states: z.array(ticketState.pick({ destination: true, kind: true, state: true, done: true })),
  /** True if the requester has written something that no operator has read. */
  unread: z.boolean(),
  /** What an operator changed last; only if the call names tickets. Null if no operator has changed the request. */
  changed: z
    .object({ operator: z.string(), at: z.string(), kinds: z.array(deskKind) })
    .nullable()
    .optional(),
})

export type ListedRequest = z.infer<typeof listedRequest>

/** Number of requests on one page of the list. */
const PAGE_SIZE = 50

/**
 * Tickets, separated by commas: the list contains only these requests. With it, an open list looks which requests that changed
 * belong to it; the answer is never older than the call.
 */
const tickets = z
  .string()
  .max(PAGE_SIZE * 65)
  .transform((listed) => listed.split(','))
  .pipe(z.array(ticket).max(PAGE_SIZE))
  .optional()

export const listRequests = endpoint({
  method: 'GET',
  path: '/managements/requests',
  summary: `List requests, newest first by default, ${PAGE_SIZE} per page from page 1`,
  params: none,
  query: z.object({ ...filters, tickets, sort: sortBy('created', 'form', 'state'), page: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
  status: 200,
  /**
   * A page of the list of requests. `total` is counted up to 10,000; `more` is true if there are more than 10,000
   * requests.
   */
  answer: z.object({ items: z.array(listedRequest), page: z.number(), total: z.number(), more: z.boolean() }),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  desk: 'agent',
})

const mail = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  recipient: z.string(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
  sent_at: z.string().nullable(),
})

/** What an operator did with a request. `before` and `after` are missing for notes, whose `text` is null if it cannot be decrypted any more. */
const deskEntry = z.object({
  id: z.string(),
  at: z.string(),
  operator: z.string(),
  /** `merged` and `absorbed` name the ticket of the other request. */
  kind: deskKind,
  before: z.union([z.string(), z.array(z.string())]).nullable(),
  after: z.union([z.string(), z.array(z.string())]).nullable(),
  text: z.string().nullable(),
})

export type DeskEntry = z.infer<typeof deskEntry>

export const shownRequest = listedRequest.omit({ trouble: true, desk: true, changed: true, ticket_states: true, unread: true }).extend({
  ticket_states: z.array(ticketState),
  /** What ticket systems have reported, oldest first; the newest 100 changes. */
  ticket_state_changes: z.array(ticketStateChange),
  desk: desk.extend({
    /** Version for `If-Match`, with which two operators do not overwrite each other's changes. */
    version: z.string(),
    /** False if the request is not on the desk yet. The first change puts it there. */
    exists: z.boolean(),
    /** States and labels that the form offers. */
    states: z.array(z.string()),
    offered_labels: z.array(z.string()),
    /** Ticket of the request that this one was merged into, and tickets of those that were merged into this one. */
    merged_into: z.string().nullable(),
    duplicates: z.array(z.string()),
    /** What the operators did, oldest first. */
    entries: z.array(deskEntry),
  }),
  follow_up: deskFollowUp,
  otp: z.string().nullable(),
  auth_type: z.string(),
  lang_code: z.string(),
  opens_ticket: z.boolean(),
  definition: z.object({ code_tag: z.string(), version: z.number() }),
  /** Titles of the steps through which the visitor went, in order. */
  path: z.array(z.string()),
  /** The visitor's answers as text, in the order of the questions. */
  answers: z.array(z.object({ code: z.string(), label: z.string(), text: z.string() })),
  /** True if the answers cannot be decrypted any more, because their encryption key was destroyed (`cli shred`). */
  unreadable: z.boolean(),
  /**
   * Attachments of the request. `malware` is the name of the malware that a virus scan found after the upload. The
   * server refuses to deliver such a file.
   */
  attachments: z.array(
    z.object({ id: z.string(), property: z.string(), name: z.string(), media_type: z.string(), size: z.number(), malware: z.string().nullable() }),
  ),
  mails: z.array(mail),
  /**
   * Deliveries of the request's ticket to the destinations of its form. The built-in list of requests does not count as
   * a destination.
   */
  deliveries: z.array(shownDelivery),
  summary_html: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  processed_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  /**
   * Time at which the server will erase the request with its files and mails. Null if the request will never be erased,
   * or if the time is not known yet.
   */
  erased_at: z.string().nullable(),
  failure: z.string().nullable(),
})

export type ShownRequest = z.infer<typeof shownRequest>

export const getRequest = endpoint({
  method: 'GET',
  path: '/managements/requests/{ticket}',
  summary: 'Get a request with its answers, files and mails; the audit log records the access',
  params: byTicket,
  /**
   * Set if the dashboard reloads a request that is already open. The audit log then gets an entry only if it contains
   * none for this operator and request from the last 12 hours.
   */
  query: z.object({ refresh: z.literal('1').optional() }),
  status: 200,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  desk: 'agent',
})

const ACTIONS: readonly RequestAction[] = ['resend', 'retry', 'cancel']

export const actOnRequest = endpoint({
  method: 'POST',
  path: '/managements/requests/{ticket}/{action}',
  summary: 'Resend the confirmation of a request (resend), process it again (retry), or cancel it (cancel)',
  params: byTicket.extend({ action: z.enum(ACTIONS as readonly [RequestAction, ...RequestAction[]]) }),
  query: none,
  status: 200,
  answer: shownRequest,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms_mgmt0004'],
  role: 'operator',
})

export const getAttachment = endpoint({
  method: 'GET',
  path: '/managements/requests/{ticket}/attachments/{id}',
  summary: 'Download a file of a request',
  params: byTicket.extend({ id: z.uuid() }),
  query: none,
  status: 200,
  answer: z.unknown(),
  answerType: 'application/octet-stream',
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms0026', 'forms_mgmt0005'],
  role: 'viewer',
  desk: 'agent',
})

const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .max(20_000)
    .transform((text) => text.split(','))
    .pipe(z.array(item))
    .optional()

/**
 * Options of an export, in addition to the filters: states of the requests, keys of the columns, and the language of
 * the header row. Lists are separated by commas. Without `header`, the header row contains codes for the columns that
 * all requests have, and the labels of the questions; with `codes` it contains only codes. `sheets=forms` creates a
 * workbook with one sheet per form.
 */
const exportChoices = {
  states: listOf(state),
  columns: listOf(z.string().regex(/^(?:[a-z_]{1,20}|q[.][A-Za-z0-9_-]{1,64})$/)),
  header: z.enum(['codes', ...LANGUAGES]).optional(),
  sheets: z.enum(['one', 'forms']).optional(),
}

const exportPreview = z.object({
  columns: z.array(z.object({ key: z.string(), label: z.string() })),
  rows: z.array(z.array(z.string())),
  total: z.number(),
  more: z.boolean(),
})

export type ExportPreview = z.infer<typeof exportPreview>

export const previewExport = endpoint({
  method: 'GET',
  path: '/managements/requests/export-preview',
  summary: `Show the columns, the number of requests and the first ${EXPORT_PREVIEW_ROWS} rows of an export`,
  params: none,
  query: z.object({ ...filters, states: exportChoices.states, header: exportChoices.header }),
  status: 200,
  answer: exportPreview,
  errors: MANAGEMENT_ERRORS,
  role: 'operator',
})

export const exportRequests = endpoint({
  method: 'GET',
  path: '/managements/requests/export/{format}',
  summary: 'Export requests as a streamed table; for one form with a column per question',
  params: z.object({ format: z.enum(['csv', 'xlsx']) }),
  query: z.object({ ...filters, ...exportChoices }),
  status: 200,
  answer: z.unknown(),
  answerType: 'text/csv',
  errors: MANAGEMENT_ERRORS,
  role: 'operator',
})
