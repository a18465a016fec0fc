import { useNavigate, useRouter } from '@tanstack/react-router'
import { type DashboardSearch, places, useChangeSearch, useDashboardSearch } from '../address.ts'

/**
 * A dialog with an address of its own: a key of the query says what it shows. Opening it is a step in the history, so the browser's Back closes it;
 * a copied address opens it.
 */
export function useDialogAddress(key: keyof DashboardSearch): { shown: string | undefined; open: (value: string) => void; close: () => void } {
  const shown = useDashboardSearch()[key]
  const navigate = useNavigate({ from: places.management })
  const changeSearch = useChangeSearch()
  const { history } = useRouter()

  function open(value: string): void {
    void navigate({ to: '.', search: (before) => ({ ...before, [key]: value }), state: { isDialogStep: true } })
  }
  function close(): void {
    if (history.location.state.isDialogStep) history.back()
    else changeSearch({ [key]: undefined })
  }
  return { shown, open, close }
}
