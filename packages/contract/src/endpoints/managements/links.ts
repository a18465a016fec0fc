import { z } from 'zod'
import { knownData } from '../../form/known-data.ts'
import { LINK_STATES } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { sortBy } from './sort.ts'

const path = '/managements/settings/forms/{id}/links'

export const makeLinks = endpoint({
  method: 'POST',
  path,
  summary: 'Create a personal link for each person',
  params: formParams,
  query: z.object({}),
  body: z
    .object({
      people: z.array(z.record(z.string(), z.unknown())).min(1).max(10_000).optional(),
      /**
       * The people who get a personal link, as CSV. The first line contains the column names. Can be used instead of
       * `people`.
       */
      table: z.string().min(1).optional(),
    })
    .refine(({ people, table }) => (people === undefined) !== (table === undefined), { message: 'needs either people or table', path: ['people'] }),
  status: 201,
  answer: z.array(z.object({ email: z.string(), url: z.string() })),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})

/**
 * A personal link in the list of links. The link itself cannot be shown, because the server stores only a hash of its
 * code.
 */
const shownLink = z.object({
  id: z.string(),
  state: z.enum(LINK_STATES),
  /** Known data about the person who received the personal link. */
  known: knownData,
  /** User name of the operator who created the personal link; null if it was created with a CLI command. */
  made_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})

export type ShownLink = z.infer<typeof shownLink>

export const listLinks = endpoint({
  method: 'GET',
  path,
  summary: 'List the personal links of a form until a week after expiry, newest first, 50 per page; without the links themselves',
  params: formParams,
  query: z.object({ known: z.string().max(256).optional(), state: z.enum(LINK_STATES).optional(), sort: sortBy('created'), after: z.uuid().optional() }),
  status: 200,
  answer: z.object({ items: z.array(shownLink), next: z.string().nullable() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})

export const revokeLink = endpoint({
  method: 'DELETE',
  path: `${path}/{linkId}`,
  summary: 'Revoke an unused personal link; it no longer opens the form, and its open sessions cannot send',
  params: formParams.extend({ linkId: z.uuid() }),
  query: z.object({}),
  status: 200,
  answer: shownLink,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
})
