import type { z } from 'zod'
import type { ErrorCode } from '../error-code.ts'
import type { OperatorRole } from '../management.ts'

/** One call of the API: what goes in, what comes out, how it may fail. The server, the documentation and the browser's types are made from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path, with `{name}` for parameters. */
  path: string
  summary: string
  params: Params
  query: Query
  body?: Body
  /** `multipart` bodies are read by the endpoint itself, as a stream; a `document` is large JSON that it checks by its own rules. */
  bodyType?: 'json' | 'multipart' | 'document'
  /** Bytes of a JSON body, where it may hold more than usual. */
  bodyLimit?: number
  status: 200 | 201 | 202
  answer: Answer
  /** Of a file instead of the envelope: its media type. */
  answerType?: string
  errors: readonly ErrorCode[]
  /** Of a management call: what its operator must at least be. */
  role?: OperatorRole
  /** Of a management call: it is about what all customers share, so an operator of some of them only may not make it. */
  wholeDeployment?: boolean
  /**
   * Of a management call: whether it may be made by who came in by a password alone where two factors are a must; `none_yet`: while there is
   * no second factor, so that who knows a password gets round none.
   */
  beforeSecondFactor?: 'always' | 'none_yet'
}

export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  description: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return description
}

/** Every management call needs a good credential and a role; what it says of its input is forms_mgmt0001, with the field. */
export const MANAGEMENT_ERRORS = [
  'forms0018',
  'forms_mgmt0001',
  'http_credential',
  'http_malformed',
  'http_second_factor',
] as const satisfies readonly ErrorCode[]
