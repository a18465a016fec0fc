import { useNavigate, useRouter } from '@tanstack/react-router'
import { type DashboardSearch, places, useChangeSearch, useDashboardSearch } from '../address.ts'

/**
 * Keeps the state of a dialog in the URL, in the query parameter `key`. Opening the dialog adds a browser history
 * entry: the Back button closes the dialog, and a copied URL opens it again.
 */
export function useDialogAddress(key: keyof DashboardSearch): {
  shown: string | undefined
  open: (value: string) => void
  replace: (value: string) => void
  close: () => void
} {
  const shown = useDashboardSearch()[key]
  const navigate = useNavigate({ from: places.management })
  const changeSearch = useChangeSearch()
  const { history } = useRouter()

  function open(value: string): void {
    void navigate({ to: '.', search: (before) => ({ ...before, [key]: value }), state: { isDialogStep: true } })
  }
  /** Changes the dialog's state without adding a history entry, so that the Back button still closes the dialog. */
  function replace(value: string): void {
    void navigate({ to: '.', search: (before) => ({ ...before, [key]: value }), replace: true, state: true })
  }
  function close(): void {
    if (history.location.state.isDialogStep) history.back()
    else changeSearch({ [key]: undefined })
  }
  return { shown, open, replace, close }
}
