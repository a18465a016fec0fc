import { useNavigate } from '@tanstack/react-router'
import { places, useDashboardSearch } from '../address.ts'

/**
 * Returns the tab named in the URL (by default the first tab), and a function that shows another tab. Each change of
 * the tab adds a browser history entry, so the Back button returns to the previous tab.
 */
export function useTabAddress(keys: readonly string[]): { selected: string; onSelect: (key: string) => void } {
  const { tab } = useDashboardSearch()
  const navigate = useNavigate({ from: places.management })
  const selected = tab !== undefined && keys.includes(tab) ? tab : (keys[0] ?? '')
  return {
    selected,
    onSelect(key) {
      if (key !== selected) void navigate({ to: '.', search: (before) => ({ ...before, tab: key === keys[0] ? undefined : key }) })
    },
  }
}
