import { z } from 'zod'
import { OPERATOR_ROLES } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

/** Who is logged in (administrator specification, section 3: "Account"). */
export const managementAccount = z.object({
  username: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  role: z.enum(OPERATOR_ROLES),
  /** The customers that the operator reaches; null where all. */
  customers: z.array(z.string()).nullable(),
})

const ownAccount = managementAccount.extend({
  /** Whether there is one, which changes of what opens the account then ask for. */
  password: z.boolean(),
  authenticator: z.boolean(),
  /** Where two factors are a must and this session was entered by one: whether to set up the second, or to come in with it; null where neither. */
  second_factor_due: z.enum(['set_up', 'use']).nullable(),
})
export type ManagementAccount = z.infer<typeof ownAccount>

/**
 * What shows again who makes a change of what opens the account: the present password; who has none must have come in within the last ten
 * minutes, else http_proof leads to signing in again.
 */
export const proof = z.object({ present: z.string().min(1).max(1_024).optional() })
export const PROOF_ERRORS = ['forms0017', 'forms0045', 'http_proof'] as const

export const getAccount = endpoint({
  method: 'GET',
  path: '/managements/account',
  summary: 'The operator who is logged in',
  params: none,
  query: none,
  status: 200,
  answer: ownAccount,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  beforeSecondFactor: 'always',
})

export const leave = endpoint({
  method: 'DELETE',
  path: '/managements/account',
  summary: 'Log out: the credential is good for nothing any more',
  params: none,
  query: none,
  status: 200,
  answer: z.object({}),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  beforeSecondFactor: 'always',
})

const authenticator = {
  path: '/managements/account/authenticator',
  params: none,
  query: none,
  role: 'viewer',
  beforeSecondFactor: 'none_yet',
} as const
const code = z.object({ code: z.string().min(1).max(16) })

export const setUpAuthenticator = endpoint({
  ...authenticator,
  method: 'POST',
  summary: 'Begin to use an authenticator (RFC 6238); it counts once a code of it was given',
  body: proof,
  status: 201,
  /** Shown once, for the phone's camera or keyboard. */
  answer: z.object({ uri: z.string(), secret: z.string() }),
  errors: [...MANAGEMENT_ERRORS, ...PROOF_ERRORS, 'forms_mgmt0003'],
})

export const confirmAuthenticator = endpoint({
  ...authenticator,
  method: 'PUT',
  summary: 'Show that the authenticator works: from now on signing in asks for its code',
  body: code,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0045'],
})

export const removeAuthenticator = endpoint({
  ...authenticator,
  method: 'DELETE',
  summary: 'Use the authenticator no longer; needs a code of it',
  body: code,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0045'],
})
