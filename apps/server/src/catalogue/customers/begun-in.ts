import { FORM_VERSION_HEADER } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import type { Customer } from './customer.ts'
import type { VersionsUnderWay } from './versions-under-way.ts'

/**
 * Returns a customer with the form version in which the visitor began to fill in the form. The request's header
 * `X-Form-Version` names that version. Without the header, and in a preview, returns the live version. Returns
 * undefined
 * if the named version is closed, so that visitors may no longer submit it.
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
