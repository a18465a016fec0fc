import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { sortBy } from './sort.ts'

const path = '/managements/settings/forms/{id}/credentials'

export const makeCredential = endpoint({
  method: 'POST',
  path,
  summary: 'Create a credential for a partner’s system',
  params: formParams,
  query: z.object({}),
  body: z.object({ description: z.string().max(200).optional() }),
  status: 201,
  /** The partner's new credential in clear text. No later response contains it. */
  answer: z.object({ credential: z.string() }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})

/**
 * A partner's credential in the list of credentials. The credential itself cannot be shown, because the server stores
 * only a hash.
 */
const shownCredential = z.object({
  id: z.string(),
  description: z.string(),
  /** User name of the operator who created the credential; null if it was created with a CLI command. */
  made_by: z.string().nullable(),
  created_at: z.string(),
  /** Time at which the credential was last used, rounded to the minute. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})

export type ShownCredential = z.infer<typeof shownCredential>

export const listCredentials = endpoint({
  method: 'GET',
  path,
  summary: 'List the credentials of partners’ systems, newest first, 50 per page; without their secret values',
  params: formParams,
  query: z.object({ sort: sortBy('created'), after: z.uuid().optional() }),
  status: 200,
  answer: z.object({ items: z.array(shownCredential), next: z.string().nullable() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})

export const revokeCredential = endpoint({
  method: 'DELETE',
  path: `${path}/{credentialId}`,
  summary: 'Revoke a credential permanently; the server rejects the next call with it',
  params: formParams.extend({ credentialId: z.uuid() }),
  query: z.object({}),
  status: 200,
  answer: shownCredential,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'http_not_found'],
  role: 'operator',
})
