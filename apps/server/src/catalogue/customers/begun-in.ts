import { FORM_VERSION_HEADER } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import { decodedHeader } from '../../platform/http/decoded-header.ts'
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
  return typeof name === 'string' ? versions.customer(live, decodedHeader(name), isSubmitted) : undefined
}
