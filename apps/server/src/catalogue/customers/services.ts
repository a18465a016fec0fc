import type { PlatformServices } from '../../platform/services.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import type { Previews } from './previews.ts'

/** The services for finding a customer by its code. */
export interface CustomerServices extends PlatformServices {
  catalog: Catalog
  previews: Previews
  /** Returns the customer or the preview of a draft with the given code; undefined if neither exists. */
  shownCustomer: (code: string) => Promise<Customer | undefined>
  /** Returns the customer or the preview with the given code. @throws ApiError forms0001 if neither exists. */
  knownCustomer: (code: string) => Promise<Customer>
  /** Returns the customer with the given code, whose form must be active. @throws ApiError forms0001, forms0010. */
  openCustomer: (code: string) => Promise<Customer>
}
