import { useNavigate } from '@tanstack/react-router'
import { places, useDashboardSearch } from '../address.ts'

/** Returns a function that opens the dashboard view with a given id. The `customer` parameter in the URL is kept. */
export function useOpenView(): (id: string) => void {
  const { customer } = useDashboardSearch()
  const navigate = useNavigate()
  return (id) => void navigate({ to: places.management, search: { view: id, customer } })
}
