import { useEffect, useState } from 'react'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT = 'dashboard_theme'
const kept = (): Theme => THEMES.find((each) => each === localStorage.getItem(KEPT)) ?? 'auto'

/**
 * Returns the operator's theme (light, dark, or the theme of the operating system) and a function that changes the
 * theme.
 */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(kept)
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return [
    theme,
    (chosen) => {
      localStorage.setItem(KEPT, chosen)
      setTheme(chosen)
    },
  ]
}
document.documentElement.dataset.theme = kept()
