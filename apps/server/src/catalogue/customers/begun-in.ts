import { FORM_VERSION_HEADER } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import type { Customer } from './customer.ts'
import type { VersionsUnderWay } from './versions-under-way.ts'

/**
 * Returns a customer with its form in the version that the request's header `X-Form-Version` names. Without the header,
 * and in a preview, returns the live version. Returns undefined if visitors may no longer finish in the named version.
 * @param isSubmitted see `VersionsUnderWay.customer`
 */
export async function begunIn(versions: VersionsUnderWay, live: Customer, request: FastifyRequest, isSubmitted = false): Promise<Customer | undefined> {
  const name = request.headers[FORM_VERSION_HEADER.toLowerCase()]
  if (name === undefined || live.preview) return live
  return typeof name === 'string' ? versions.customer(live, decoded(name), isSubmitted) : undefined
}

/** Decodes a version name from a header. The browser percent-encodes the name, because headers are ASCII. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
