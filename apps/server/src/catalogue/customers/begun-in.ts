import { FORM_VERSION_HEADER } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import type { Customer } from './customer.ts'
import type { VersionsUnderWay } from './versions-under-way.ts'

/**
 * Returns a customer with the form in the version that a request names (header `X-Form-Version`); the live one without
 * the header and in a preview, undefined if the visitor may not finish in that version.
 * @param isSubmitted see `VersionsUnderWay.customer`
 */
export async function begunIn(versions: VersionsUnderWay, live: Customer, request: FastifyRequest, isSubmitted = false): Promise<Customer | undefined> {
  const name = request.headers[FORM_VERSION_HEADER.toLowerCase()]
  if (name === undefined || live.preview) return live
  return typeof name === 'string' ? versions.customer(live, decoded(name), isSubmitted) : undefined
}

/** Decodes a version's name from a header, whose characters are percent-encoded because headers are ASCII. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
