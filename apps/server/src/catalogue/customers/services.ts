import type { PlatformServices } from '../../platform/services.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'

/** The services that find customers by their code. */
export interface CustomerServices extends PlatformServices {
  catalog: Catalog
  /** Returns a customer by its code. @throws ApiError forms0001. */
  knownCustomer: (code: string) => Promise<Customer>
  /** Returns a customer whose form is active. @throws ApiError forms0001, forms0010. */
  openCustomer: (code: string) => Promise<Customer>
}
