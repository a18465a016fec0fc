import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { places, useDashboardSearch } from '../address.ts'
import { useRecentForms } from '../recent-forms.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { OwnDialog, useLeave } from './account-menu.tsx'
import type { SearchedAction, SearchOption } from './search-options.ts'

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'))
/** Dialog that shows all stored data of one person. It opens from the menu and from the search. */
export const PersonModal = lazyDialog(() => import('../views/requests/person-modal.tsx'))

/**
 * Returns true if a dialog is open. The keyboard shortcut then does not open the search, because the search would cover
 * the
 * dialog.
 */
const hasDialog = () => document.querySelector('.dialog') !== null

/**
 * The dashboard's search, with its keyboard shortcut (Ctrl+K or Cmd+K). Some search results open a dialog, which this
 * component also renders.
 */
export function Search({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { customer } = useDashboardSearch()
  const navigate = useNavigate()
  const { leave } = useLeave()
  const { addRecent } = useRecentForms()
  const [action, setAction] = useState<SearchedAction | null>(null)
  const end = () => setAction(null)

  useEffect(() => {
    function openByKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return
      event.preventDefault()
      if (!hasDialog()) onOpenChange(true)
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [onOpenChange])

  function open({ opens, form }: SearchOption): void {
    onOpenChange(false)
    if (form !== undefined) addRecent(form)
    if ('search' in opens) void navigate({ to: places.management, search: { ...opens.search, customer } })
    else if (opens.action === 'leave') void leave()
    else setAction(opens.action)
  }
  if (isOpen) return <SearchDialog onOpen={open} onClose={() => onOpenChange(false)} />
  if (action === null || action === 'leave') return null
  return action === 'person_title' ? <PersonModal onClose={end} /> : <OwnDialog which={action} onClose={end} />
}
