import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'

/**
 * Returns a function that returns true as long as the catalogue would return this customer object. It keeps no reference
 * to the customer, so that a superseded one can be freed.
 */
export function whileCurrent(catalog: Catalog, customer: Customer): () => boolean {
  const kept = new WeakRef(customer)
  return () => {
    const known = kept.deref()
    return known !== undefined && catalog.isCurrent(known)
  }
}
