import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { sortBy } from './sort.ts'

const none = z.object({})
const level = z.string().trim().max(256)
const lowerLevel = level.transform((value) => value.toLowerCase())

/**
 * A mapping (administrator specification, section 3: "Mapping"). If a sub-client level is missing, its value is an
 * empty text.
 */
const shownMapping = z.object({
  id: z.string(),
  form_code: z.string(),
  client: z.string(),
  sub_client: z.string(),
  sub_client2: z.string(),
  sub_client3: z.string(),
  deleted: z.boolean(),
})

export type ShownMapping = z.infer<typeof shownMapping>

export const listMappings = endpoint({
  method: 'GET',
  path: '/managements/settings/forms/{id}/mapping',
  summary: 'List the client mappings of a form',
  params: formParams,
  query: none,
  status: 200,
  answer: z.array(shownMapping),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'author',
})

export const addMapping = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/{id}/mapping',
  summary: 'Map a client and its sub-clients to a form',
  params: formParams,
  query: none,
  body: z.object({
    form_code: z.string().optional(),
    client: lowerLevel.pipe(z.string().min(1)),
    sub_client: lowerLevel.nullish(),
    sub_client2: lowerLevel.nullish(),
    sub_client3: lowerLevel.nullish(),
  }),
  status: 201,
  answer: shownMapping,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003', 'http_not_found'],
  role: 'operator',
})

export const deleteMapping = endpoint({
  method: 'DELETE',
  path: '/managements/settings/forms/{id}/mapping/{mappingId}',
  summary: 'Delete the mapping of a client',
  params: formParams.extend({ mappingId: z.string().max(64) }),
  query: none,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'http_not_found'],
  role: 'operator',
})

/** A line of the mapping log (administrator specification, section 3: "Mapping log"). */
const mappingLogLine = z.object({
  code_client: z.string(),
  sub_client: z.string(),
  sub_client2: z.string(),
  sub_client3: z.string(),
  /** Type of an entry in the mapping log. 0: deleted, 1: not found, 2: modified. */
  action: z.number(),
  action_details: z.string(),
  /** Time of the entry in the mapping log, as Unix time in milliseconds. */
  timestamp: z.number(),
})

export type MappingLogLine = z.infer<typeof mappingLogLine>

const part = z.string().max(256).optional()

export const readMappingLog = endpoint({
  method: 'GET',
  path: '/managements/settings/forms/mappings/logs/{page}',
  summary: 'List the mapping log, newest first, 50 entries per page from page 1; page 0 returns all entries',
  params: z.object({ page: z.coerce.number().int().min(0).max(10_000_000) }),
  /**
   * Filters of the mapping log, one for each column. A line matches a filter if its value contains the filter text,
   * ignoring case. `timestamp` is compared in the format DD/MM/YYYY HH:mm.
   */
  query: z.object({
    code_client: part,
    sub_client: part,
    sub_client2: part,
    sub_client3: part,
    action: z.enum(['0', '1', '2']).optional(),
    action_details: part,
    timestamp: part,
    sort: sortBy('timestamp'),
  }),
  status: 200,
  answer: z.array(mappingLogLine),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})

export const makeSsoMessage = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/sso/message',
  summary: 'Create a signed SSO message for a test visit, with the URL that it is posted to',
  params: none,
  query: none,
  body: z.object({ form_id: z.string().max(64), mapping_id: z.string().max(64), message_request: z.record(z.string().max(128), z.unknown()) }),
  status: 200,
  answer: z.object({ url: z.string(), message: z.string() }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})
