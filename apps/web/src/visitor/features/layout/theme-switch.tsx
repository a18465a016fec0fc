import { useSyncExternalStore } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { THEME_KEY, type Theme } from '../../theme.ts'

/** Button that changes between the light and the dark theme. The browser keeps the choice. */
export function ThemeSwitch() {
  const { t } = useWords()
  const theme = useSyncExternalStore(subscribe, current, () => 'light' as const)
  const other: Theme = theme === 'dark' ? 'light' : 'dark'
  return (
    <button type="button" className="footer-link" onClick={() => choose(other)}>
      {t(other === 'dark' ? 'tema_scuro' : 'tema_chiaro')}
    </button>
  )
}

function subscribe(onChange: () => void): () => void {
  addEventListener('theme', onChange)
  return () => removeEventListener('theme', onChange)
}

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function choose(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // The browser forbids the storage. The theme then applies until the page is loaded again.
  }
  document.documentElement.dataset.theme = theme
  dispatchEvent(new Event('theme'))
}
