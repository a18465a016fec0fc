import { useNavigation } from './navigation.tsx'
import type { CustomerData } from './page-data.ts'

/**
 * Returns the data of the customer to whom the current page belongs.
 * @throws an error if the page belongs to no customer
 */
export function useCustomer(): CustomerData {
  const { customer } = useNavigation().page
  if (!customer) throw new Error('no customer is loaded here')
  return customer
}
