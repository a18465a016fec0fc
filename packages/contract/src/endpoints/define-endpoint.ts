import type { z } from 'zod'
import type { ErrorCode } from '../error-code.ts'
import type { AuthoringRole, DeskRole, OfficeRole } from '../management.ts'

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
  /** URL path of the endpoint, relative to the API's base path. Each parameter is written as `{name}`. */
  path: string
  summary: string
  params: Params
  query: Query
  body?: Body
  /**
   * How the endpoint reads its request body. `multipart`: as a stream. `document`: as a large JSON body that the
   * endpoint validates by its own rules. `signed`: as bytes, because the endpoint verifies a signature of them.
   */
  bodyType?: 'json' | 'multipart' | 'document' | 'signed'
  /** Maximum size of the endpoint's JSON body in bytes, if it differs from the default. */
  bodyLimit?: number
  /** True if callers need not send the deployment's API key. */
  withoutKey?: true
  status: 200 | 201 | 202
  answer: Answer
  /** Media type of the response, if the response is a file and not the JSON envelope. */
  answerType?: string
  errors: readonly ErrorCode[]
  /** For management endpoints: minimum office role of the operator. */
  role?: OfficeRole
  /**
   * Minimum author role of an operator who may also call the endpoint. If undefined, operators with an author role may
   * not call it.
   */
  authoring?: AuthoringRole
  /** Minimum role of the desk with which an operator may also call the endpoint. If undefined, agents and supervisors may not call it. */
  desk?: DeskRole
  /**
   * True for management endpoints that affect the whole deployment. Operators whose access is limited to some customers
   * may not call them.
   */
  wholeDeployment?: boolean
  /**
   * Set for management endpoints that do not need the second factor. An operator may call them after signing in with
   * only a
   * password, even if the deployment requires two factors. `none_yet`: only if the operator has no second factor yet,
   * so
   * that a stolen password cannot bypass an existing one.
   */
  beforeSecondFactor?: 'always' | 'none_yet'
  /**
   * True for management endpoints that the dashboard calls without an action of the operator. Such a call does not
   * extend the operator's session, which ends after 600 seconds without use.
   */
  background?: true
  /** True for a POST request that changes nothing: what the operator reads afterwards may come from a replica of the database. */
  onlyReads?: true
}

export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  description: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return description
}

/**
 * Errors that every management endpoint can return: the credential is missing or wrong, the role is insufficient, or
 * the input is invalid (forms_mgmt0001, with the field).
 */
export const MANAGEMENT_ERRORS = [
  'forms0018',
  'forms_mgmt0001',
  'http_credential',
  'http_malformed',
  'http_second_factor',
] as const satisfies readonly ErrorCode[]
