import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/http/api-error.ts'

/** A thing as it was read, without the version of its row: that is the database's, and says nothing to people. */
export function withoutRowVersion(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('version' in value) || typeof value.version !== 'string') return value
  const { version: _version, ...rest } = value
  return rest
}

/** Whether somebody else changed a thing since its operator read it (wire contract, "Further": ETag and `If-Match`). @throws ApiError forms_mgmt0004. */
export function requireVersion(request: FastifyRequest, version: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${version}"`)) throw apiError('forms_mgmt0004')
}
