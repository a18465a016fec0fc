import { useNavigate, useRouter } from '@tanstack/react-router'
import { type DashboardSearch, places, useChangeSearch, useDashboardSearch } from '../address.ts'

/**
 * Returns the state of a dialog that has its own URL: `key` is the query parameter that contains the state. Opening the
 * dialog adds a history entry, so the browser's Back button closes the dialog, and a copied URL opens it.
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
  /** Replaces the dialog's state in the same history entry, so that the Back button still closes the dialog. */
  function replace(value: string): void {
    void navigate({ to: '.', search: (before) => ({ ...before, [key]: value }), replace: true, state: true })
  }
  function close(): void {
    if (history.location.state.isDialogStep) history.back()
    else changeSearch({ [key]: undefined })
  }
  return { shown, open, replace, close }
}
