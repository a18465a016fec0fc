import { useNavigation } from './navigation.tsx'
import type { CustomerData } from './page-data.ts'

/** Returns the data of the customer whose page is shown. @throws on a page without a customer */
export function useCustomer(): CustomerData {
  const { customer } = useNavigation().page
  if (!customer) throw new Error('no customer is loaded here')
  return customer
}
