import type { FastifyRequest } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import type { Previews } from './previews.ts'
import type { VersionsUnderWay } from './versions-under-way.ts'

/** The services for finding customers by their codes. */
export interface CustomerServices extends PlatformServices {
  catalog: Catalog
  previews: Previews
  /** Returns the customer or the draft's preview that has the given code; undefined if neither exists. */
  shownCustomer: (code: string) => Promise<Customer | undefined>
  /** Returns the customer or the preview with the given code. @throws ApiError forms0001 if neither exists. */
  knownCustomer: (code: string) => Promise<Customer>
  /**
   * Returns the customer with the given code and its live form definition. The form must be active.
   * @throws ApiError forms0001, forms0010.
   */
  openCustomer: (code: string) => Promise<Customer>
  /**
   * Returns the customer with the given code and the form version in which the visitor began. The header
   * `X-Form-Version`
   * names that version; without it, returns the live version. The form must be active.
   * @throws ApiError forms0001, forms0010, http_outdated.
   */
  begunCustomer: (code: string, request: FastifyRequest) => Promise<Customer>
  versionsUnderWay: VersionsUnderWay
}
