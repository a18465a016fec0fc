import { useNavigate } from '@tanstack/react-router'
import { places, useDashboardSearch } from '../address.ts'

/** Returns a function that opens a view of the dashboard by its id and keeps the customer in the URL. */
export function useOpenView(): (id: string) => void {
  const { customer } = useDashboardSearch()
  const navigate = useNavigate()
  return (id) => void navigate({ to: places.management, search: { view: id, customer } })
}
