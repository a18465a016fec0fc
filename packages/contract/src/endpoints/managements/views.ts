import { z } from 'zod'
import { plainText } from '../../form/plain-text.ts'
import { MAX_DESK_WORD, MAX_SAVED_VIEWS, MAX_VIEW_NAME } from '../../request/desk.ts'
import { REQUEST_STATES } from '../../request/state.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { REQUEST_LISTS } from './requests.ts'
import { sortBy } from './sort.ts'

const none = z.object({})
const byId = z.object({ id: z.uuid() })

/** A day that a saved list is filtered by; `today` is the day on which somebody opens the list. */
const day = z.union([z.literal('today'), z.iso.date()]).optional()

/** Filters of a saved list, named as in the dashboard’s addresses. Not those that find one person, so that no personal data is stored. */
const viewFilters = z
  .strictObject({
    list: z.enum(REQUEST_LISTS).optional(),
    form: z.string().min(1).max(64).optional(),
    state: z.enum(REQUEST_STATES).optional(),
    desk: z
      .string()
      .min(1)
      .max(MAX_DESK_WORD + 1)
      .optional(),
    assignee: z.string().min(1).max(128).optional(),
    label: z.string().min(1).max(MAX_DESK_WORD).optional(),
    due_before: day,
    from: day,
    to: day,
  })
  .refine((filters) => Object.values(filters).some((value) => value !== undefined))

export type ViewFilters = z.output<typeof viewFilters>

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  sort: z.string().nullable(),
  is_shared: z.boolean(),
  /** User name of the operator who saved the list. */
  operator: z.string(),
})

export type SavedView = z.output<typeof savedView>

const newView = z.strictObject({
  name: plainText(MAX_VIEW_NAME).refine((name) => !/[\n\r\t]/.test(name)),
  filters: viewFilters,
  sort: sortBy('created', 'form', 'state').nullable(),
  is_shared: z.boolean(),
})

export type NewView = z.input<typeof newView>

export const listViews = endpoint({
  method: 'GET',
  path: '/managements/views',
  summary: 'List the saved lists of requests: the operator’s own, and those that others share',
  params: none,
  query: none,
  status: 200,
  answer: z.object({ items: z.array(savedView) }),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  desk: 'agent',
})

export const addView = endpoint({
  method: 'POST',
  path: '/managements/views',
  summary: `Save a list of requests; up to ${MAX_SAVED_VIEWS} for each operator. Only operators share them`,
  params: none,
  query: none,
  body: newView,
  status: 201,
  answer: savedView,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
  role: 'viewer',
  desk: 'agent',
})

export const editView = endpoint({
  method: 'PUT',
  path: '/managements/views/{id}',
  summary: 'Change an own saved list of requests',
  params: byId,
  query: none,
  body: newView,
  status: 200,
  answer: savedView,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003', 'http_not_found'],
  role: 'viewer',
  desk: 'agent',
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/managements/views/{id}',
  summary: 'Delete an own saved list of requests; owners also delete shared ones',
  params: byId,
  query: none,
  status: 200,
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  desk: 'agent',
})
