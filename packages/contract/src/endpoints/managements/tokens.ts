import { z } from 'zod'
import { knownData } from '../../form/known-data.ts'
import { TOKEN_STATES } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { sortBy } from './sort.ts'

const none = z.object({})
const path = '/managements/settings/forms/{id}/tokens'
const onePath = `${path}/{tokenId}`
const oneToken = formParams.extend({ tokenId: z.uuid() })

/**
 * A login token in the list of tokens. The token itself cannot be shown, because the server stores only a keyed hash.
 */
const shownToken = z.object({
  id: z.string(),
  state: z.enum(TOKEN_STATES),
  single_use: z.boolean(),
  /** Values for the fields of the token login. The visitor must enter them together with the token. */
  fields: knownData,
  metadata: knownData,
  wrong_tries: z.number(),
  used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  created_at: z.string(),
})

export type ShownToken = z.infer<typeof shownToken>

export const listTokens = endpoint({
  method: 'GET',
  path,
  summary: 'List the tokens of a form, newest first, 50 per page; without the tokens themselves',
  params: formParams,
  query: z.object({ known: z.string().max(256).optional(), state: z.enum(TOKEN_STATES).optional(), sort: sortBy('created'), after: z.uuid().optional() }),
  status: 200,
  answer: z.object({
    items: z.array(shownToken),
    next: z.string().nullable(),
    /**
     * The fields of all token logins in the form. A new token must have values for all fields of at least one token
     * login.
     */
    asked: z.array(z.object({ code: z.string(), label: z.string(), input_type: z.string(), required: z.boolean() })),
  }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})

export const makeTokens = endpoint({
  method: 'POST',
  path,
  summary: 'Create a token for each person; only this response contains the tokens',
  params: formParams,
  query: none,
  body: z.object({ people: z.array(knownData).min(1).max(1_000), single_use: z.boolean().default(false) }),
  status: 201,
  answer: z.array(z.object({ id: z.string(), token: z.string() })),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})

export const revokeToken = endpoint({
  method: 'PUT',
  path: onePath,
  summary: 'Revoke a token and end its sessions, or reactivate a revoked token',
  params: oneToken,
  query: none,
  body: z.object({ revoked: z.boolean() }),
  status: 200,
  answer: shownToken,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a token and end its sessions; its requests are kept',
  params: oneToken,
  query: none,
  status: 200,
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'http_not_found'],
  role: 'operator',
})
