import { z } from 'zod'
import { OPERATOR_ROLES } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

/** The signed-in operator (administrator specification, section 3: "Account"). */
export const managementAccount = z.object({
  username: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  role: z.enum(OPERATOR_ROLES),
  /** Codes of the customers that the operator may manage; null means all customers. */
  customers: z.array(z.string()).nullable(),
  /** Languages (ISO 639-1) whose texts a translator may change; an empty list for all other roles. */
  languages: z.array(z.string()),
})

const ownAccount = managementAccount.extend({
  /** True if the operator has a password. It must then be entered to change sign-in methods. */
  password: z.boolean(),
  authenticator: z.boolean(),
  /**
   * Set if the deployment requires two factors and the operator has used only one in this session. `set_up`: the
   * operator must first register a second factor. `use`: the operator must sign in with the second factor. Otherwise
   * null.
   */
  second_factor_due: z.enum(['set_up', 'use']).nullable(),
})
export type ManagementAccount = z.infer<typeof ownAccount>

/**
 * Proof of identity for a change of sign-in methods: the current password. An operator without a password must have
 * signed in within the last ten minutes. Without proof the call fails with http_proof, and the dashboard asks the
 * operator to sign in again.
 */
export const proof = z.object({ present: z.string().min(1).max(1_024).optional() })
export const PROOF_ERRORS = ['forms0017', 'forms0045', 'http_proof'] as const

export const getAccount = endpoint({
  method: 'GET',
  path: '/managements/account',
  summary: 'Get the logged-in operator',
  params: none,
  query: none,
  status: 200,
  answer: ownAccount,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
  beforeSecondFactor: 'always',
})

export const leave = endpoint({
  method: 'DELETE',
  path: '/managements/account',
  summary: 'Log out; the session credential becomes invalid',
  params: none,
  query: none,
  status: 200,
  answer: z.object({}),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
  beforeSecondFactor: 'always',
})

const authenticator = {
  path: '/managements/account/authenticator',
  params: none,
  query: none,
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
  beforeSecondFactor: 'none_yet',
} as const
const code = z.object({ code: z.string().min(1).max(16) })

export const setUpAuthenticator = endpoint({
  ...authenticator,
  method: 'POST',
  summary: 'Start the setup of an authenticator (RFC 6238); it is active after a code is confirmed',
  body: proof,
  status: 201,
  /**
   * Secret for the authenticator app. `uri` is the otpauth URI for a QR code, `secret` the text to type. They are
   * returned only once.
   */
  answer: z.object({ uri: z.string(), secret: z.string() }),
  errors: [...MANAGEMENT_ERRORS, ...PROOF_ERRORS, 'forms_mgmt0003'],
})

export const confirmAuthenticator = endpoint({
  ...authenticator,
  method: 'PUT',
  summary: 'Confirm the authenticator with a code; logins then require its code',
  body: code,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0045'],
})

export const removeAuthenticator = endpoint({
  ...authenticator,
  method: 'DELETE',
  summary: 'Remove the authenticator; requires one of its codes',
  body: code,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms0045'],
})
