import { useNavigation } from './navigation.tsx'
import type { CustomerData } from './page-data.ts'

/**
 * Returns the data of the customer to whom the shown page belongs.
 * @throws on a page without a customer
 */
export function useCustomer(): CustomerData {
  const { customer } = useNavigation().page
  if (!customer) throw new Error('no customer is loaded here')
  return customer
}
