import { z } from 'zod'
import { OPERATOR_ROLES } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { managementAccount } from './account.ts'
import { newPassword } from './new-password.ts'

const none = z.object({})
const byName = z.object({ username: z.string().min(1).max(128) })

const shownOperator = managementAccount.extend({ disabled: z.boolean(), authenticator: z.boolean(), version: z.string() })
export type ShownOperator = z.infer<typeof shownOperator>

const sentOperator = z.object({
  username: z
    .string()
    .trim()
    .regex(/^[\w.@+-]{1,128}$/, 'must be 1 to 128 letters, digits or ". @ + - _"'),
  email: z.union([z.email(), z.literal('')]).default(''),
  name: z.string().trim().max(200).default(''),
  surname: z.string().trim().max(200).default(''),
  role: z.enum(OPERATOR_ROLES),
  customers: z.array(z.string()).max(10_000).nullable().default(null),
  /** Languages whose texts a translator may change. The server ignores them for all other roles. */
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .max(100)
    .default([]),
  disabled: z.boolean().default(false),
  /** Password of the operator. If it is missing, an existing password stays unchanged. */
  password: newPassword.optional(),
})

export const listOperators = endpoint({
  method: 'GET',
  path: '/managements/operators',
  summary: 'List the operators',
  params: none,
  query: none,
  status: 200,
  answer: z.array(shownOperator),
  errors: MANAGEMENT_ERRORS,
  role: 'owner',
  wholeDeployment: true,
})

export const addOperator = endpoint({
  method: 'POST',
  path: '/managements/operators',
  summary: 'Create an operator',
  params: none,
  query: none,
  body: sentOperator,
  status: 201,
  answer: shownOperator,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
  role: 'owner',
  wholeDeployment: true,
})

export const editOperator = endpoint({
  method: 'PUT',
  path: '/managements/operators/{username}',
  summary: 'Change an operator; a new password ends the sessions and deletes the passkeys',
  params: byName,
  query: none,
  body: sentOperator,
  status: 200,
  answer: shownOperator,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
  role: 'owner',
  wholeDeployment: true,
})

export const deleteOperator = endpoint({
  method: 'DELETE',
  path: '/managements/operators/{username}',
  summary: 'Delete an operator',
  params: byName,
  query: none,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004'],
  role: 'owner',
  wholeDeployment: true,
})
