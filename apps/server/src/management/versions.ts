import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/http/api-error.ts'

/**
 * Removes the row version from an object before the audit log stores it. Readers of the log do not need the version.
 */
export function withoutRowVersion(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('version' in value) || typeof value.version !== 'string') return value
  const { version: _version, ...rest } = value
  return rest
}

/**
 * Rejects an operator's change if the row has changed since the operator read it (wire contract, section “Further”:
 * ETag and `If-Match`).
 * @throws ApiError forms_mgmt0004.
 */
export function requireVersion(request: FastifyRequest, version: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${version}"`)) throw apiError('forms_mgmt0004')
}
