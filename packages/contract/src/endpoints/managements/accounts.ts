import { isEmailAddress } from '@sportello/fields'
import { z } from 'zod'
import { account } from '../../form/account.ts'
import { knownData } from '../../form/known-data.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { newPassword } from './new-password.ts'
import { sortBy } from './sort.ts'

const none = z.object({})
const path = '/managements/settings/forms/{id}/accounts'
const onePath = `${path}/{accountId}`
const oneAccount = formParams.extend({ accountId: z.uuid() })

const shownAccount = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  /** Known data about the visitor, which every session of this account contains. */
  metadata: knownData,
  disabled: z.boolean(),
  created_at: z.string(),
  version: z.string(),
})

export type ShownAccount = z.infer<typeof shownAccount>

const sentAccount = z.object({
  username: account.shape.username.transform((name) => name.trim()),
  /** E-mail address of the account. If it is null, the server cannot send recovery mails. */
  email: z.union([z.string().refine(isEmailAddress, 'must be one e-mail address'), z.null()]).default(null),
  metadata: knownData.default({}),
  disabled: z.boolean().default(false),
  /**
   * Password of the account. If it is missing, an existing account keeps its password. A new account without a password
   * cannot be used until its owner sets a password through a link.
   */
  password: newPassword.optional(),
})

export const listAccounts = endpoint({
  method: 'GET',
  path,
  summary: 'List the accounts of a form by name, 50 per page',
  params: formParams,
  query: z
    .object({ name: z.string().max(256).optional(), sort: sortBy('name', 'created'), after: z.string().max(1_024).optional() })
    .refine(({ sort, after }) => after === undefined || !sort?.endsWith('created') || z.uuid().safeParse(after).success, { path: ['after'] }),
  status: 200,
  /**
   * A page of the list of accounts. To get the next page, pass `next` as the query parameter `after`; it is null on the
   * last page.
   */
  answer: z.object({ items: z.array(shownAccount), next: z.string().nullable() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})

export const addAccount = endpoint({
  method: 'POST',
  path,
  summary: 'Create an account that can log in to a form',
  params: formParams,
  query: none,
  body: sentAccount,
  status: 201,
  answer: shownAccount,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003', 'http_not_found'],
  role: 'operator',
})

export const editAccount = endpoint({
  method: 'PUT',
  path: onePath,
  summary: 'Change an account; a new password or disabling it ends its sessions',
  params: oneAccount,
  query: none,
  body: sentAccount,
  status: 200,
  answer: shownAccount,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: onePath,
  summary: 'Delete an account and end its sessions; its requests are kept',
  params: oneAccount,
  query: none,
  status: 200,
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
})

export const startRecovery = endpoint({
  method: 'POST',
  path: `${onePath}/recovery`,
  summary: 'Create a link with which the owner of an account sets a password; it is mailed, or returned once',
  params: oneAccount,
  query: none,
  body: z.object({ by: z.enum(['mail', 'link']) }),
  status: 201,
  /**
   * How the password link was delivered: `url` is the link, if the dashboard shows it; `recipient` is the e-mail
   * address to which it was sent. The link can be used once, within one hour.
   */
  answer: z.object({ url: z.string().nullable(), recipient: z.string().nullable() }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0045', 'http_not_found'],
  role: 'operator',
})

const TABLE_BYTES = 4 * 1024 * 1024

const table = {
  params: formParams,
  query: none,
  /** Accounts to import, as CSV. The first line contains the column names. */
  body: z.object({ table: z.string().min(1) }),
  bodyLimit: TABLE_BYTES,
  status: 200,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found', 'http_too_large'],
  role: 'operator',
} as const

const counts = z.object({ added: z.number(), changed: z.number(), left: z.number() })

export const importAccounts = endpoint({
  ...table,
  method: 'POST',
  path: `${path}/table`,
  summary: 'Import accounts from a table, all or none; each error names its row and column',
  answer: counts,
})

export const importTokens = endpoint({
  ...table,
  method: 'POST',
  path: '/managements/settings/forms/{id}/tokens/table',
  summary: 'Import tokens from a table, all or none; rows without a token get a new one, returned once',
  answer: counts.extend({ made: z.array(z.object({ token: z.string(), known: z.record(z.string(), z.string()) })) }),
})
