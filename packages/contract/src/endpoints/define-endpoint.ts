import type { z } from 'zod'
import type { ErrorCode } from '../error-code.ts'
import type { AuthoringRole, OfficeRole } from '../management.ts'

/**
 * Definition of an API endpoint: its input, its output and its errors. The server's routes, the OpenAPI document and the browser's types are derived from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** URL path of the endpoint below the API's base path, with `{name}` for each parameter. */
  path: string
  summary: string
  params: Params
  query: Query
  body?: Body
  /**
   * How the endpoint reads its request body. `multipart`: as a stream. `document`: as a large JSON body that the
   * endpoint validates by rules of its own.
   */
  bodyType?: 'json' | 'multipart' | 'document'
  /** Maximum size of the endpoint's JSON body in bytes, if it differs from the default. */
  bodyLimit?: number
  status: 200 | 201 | 202
  answer: Answer
  /** Media type of the endpoint's response if the response is a file instead of the JSON envelope. */
  answerType?: string
  errors: readonly ErrorCode[]
  /** Minimum role of the office that an operator needs to call the endpoint; set for management endpoints. */
  role?: OfficeRole
  /** Minimum author role with which an author may call the endpoint as well; if it is missing, no author may. */
  authoring?: AuthoringRole
  /**
   * Set for management endpoints that affect the whole deployment. Operators who are limited to some customers may not
   * call these endpoints.
   */
  wholeDeployment?: boolean
  /**
   * Set for management endpoints that an operator may call after a sign-in with only a password, although the
   * deployment requires a second factor. `none_yet`: only while the operator has no second factor, so that a stolen
   * password cannot bypass an existing one.
   */
  beforeSecondFactor?: 'always' | 'none_yet'
  /** Set for management endpoints that the dashboard calls by itself: such a call does not count as use of the operator's session, which ends after 600 idle seconds. */
  background?: true
}

export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  description: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return description
}

/**
 * Errors that every management endpoint may return: missing or wrong credential, insufficient role, and invalid input
 * (forms_mgmt0001, with the field).
 */
export const MANAGEMENT_ERRORS = [
  'forms0018',
  'forms_mgmt0001',
  'http_credential',
  'http_malformed',
  'http_second_factor',
] as const satisfies readonly ErrorCode[]
