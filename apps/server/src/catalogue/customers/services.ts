import type { FastifyRequest } from 'fastify'
import type { PlatformServices } from '../../platform/services.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import type { Previews } from './previews.ts'
import type { VersionsUnderWay } from './versions-under-way.ts'

/** The services for finding a customer by its code. */
export interface CustomerServices extends PlatformServices {
  catalog: Catalog
  previews: Previews
  /** Returns the customer or the preview of a draft with the given code; undefined if neither exists. */
  shownCustomer: (code: string) => Promise<Customer | undefined>
  /** Returns the customer or the preview with the given code. @throws ApiError forms0001 if neither exists. */
  knownCustomer: (code: string) => Promise<Customer>
  /**
   * Returns the customer with the given code, whose form must be active, with its live version.
   * @throws ApiError forms0001, forms0010.
   */
  openCustomer: (code: string) => Promise<Customer>
  /**
   * Returns the customer with the given code, whose form must be active, with the form in the version in which the
   * visitor began it (header `X-Form-Version`); without the header, in the live version.
   * @throws ApiError forms0001, forms0010, http_outdated.
   */
  begunCustomer: (code: string, request: FastifyRequest) => Promise<Customer>
  versionsUnderWay: VersionsUnderWay
}
