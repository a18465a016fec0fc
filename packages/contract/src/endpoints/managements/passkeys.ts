import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { PROOF_ERRORS, proof } from './account.ts'

const none = z.object({})
const bytes = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w-]+$/, 'must be base64url')

/**
 * WebAuthn options as JSON, which the server sends to the browser. The browser answers with a credential as JSON (Web
 * Authentication Level 3, 5.1.8 and 5.1.9).
 */
const askedOfBrowser = z.object({ options: z.looseObject({ challenge: z.string() }) })
const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key'), clientExtensionResults: z.object({}).default({}) }
const newCredential = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes(4_096), attestationObject: bytes(65_536), transports: z.array(z.string().max(32)).max(16).optional() }),
})
const usedCredential = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes(4_096), authenticatorData: bytes(8_192), signature: bytes(8_192), userHandle: bytes(128).optional() }),
})
export type NewCredential = z.infer<typeof newCredential>
export type UsedCredential = z.infer<typeof usedCredential>

const shownPasskey = z.object({ id: z.string(), name: z.string(), added_at: z.string(), last_used_at: z.string().nullable() })
export type ShownPasskey = z.infer<typeof shownPasskey>

const mine = {
  path: '/managements/account/passkeys',
  params: none,
  query: none,
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
  beforeSecondFactor: 'none_yet',
} as const

export const listPasskeys = endpoint({
  ...mine,
  method: 'GET',
  summary: 'List the passkeys of the logged-in operator',
  status: 200,
  answer: z.array(shownPasskey),
  errors: MANAGEMENT_ERRORS,
})

export const beginPasskey = endpoint({
  ...mine,
  method: 'POST',
  path: '/managements/account/passkeys/options',
  summary: 'Create the WebAuthn options to register a passkey; valid once, for five minutes',
  body: proof,
  status: 200,
  answer: askedOfBrowser,
  errors: [...MANAGEMENT_ERRORS, ...PROOF_ERRORS, 'forms_mgmt0003'],
})

export const addPasskey = endpoint({
  ...mine,
  method: 'POST',
  summary: 'Register a passkey',
  body: z.object({ name: z.string().trim().min(1).max(100), credential: newCredential }),
  status: 201,
  answer: shownPasskey,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
})

export const deletePasskey = endpoint({
  ...mine,
  method: 'DELETE',
  path: '/managements/account/passkeys/{id}',
  summary: 'Delete a passkey',
  params: z.object({ id: z.string().min(1).max(64) }),
  body: proof,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, ...PROOF_ERRORS, 'forms_mgmt0002'],
})

const atTheDoor = { method: 'POST', params: none, query: none, status: 200 } as const

export const beginPasskeySignIn = endpoint({
  ...atTheDoor,
  path: '/managements/sign-in/passkey/options',
  summary: 'Create the WebAuthn options to log in with a passkey; valid once, for five minutes',
  answer: askedOfBrowser,
  errors: ['forms0011', 'forms0045'],
})

export const signInByPasskey = endpoint({
  ...atTheDoor,
  path: '/managements/sign-in/passkey',
  summary: 'Log in with a passkey; returns the value for the auth route and the operator',
  body: z.object({ credential: usedCredential }),
  answer: z.object({ auth: z.string(), username: z.string() }),
  errors: ['forms0011', 'forms0017', 'forms0045', 'http_malformed'],
})
