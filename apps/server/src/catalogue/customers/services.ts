import type { PlatformServices } from '../../platform/services.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import type { Previews } from './previews.ts'

/** The services that find customers by their code. */
export interface CustomerServices extends PlatformServices {
  catalog: Catalog
  previews: Previews
  /** Returns a customer by its code, or the preview of a draft by its own; undefined if there is neither. */
  shownCustomer: (code: string) => Promise<Customer | undefined>
  /** Returns a customer or preview by its code. @throws ApiError forms0001. */
  knownCustomer: (code: string) => Promise<Customer>
  /** Returns a customer whose form is active. @throws ApiError forms0001, forms0010. */
  openCustomer: (code: string) => Promise<Customer>
}
