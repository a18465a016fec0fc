import { useWords } from '../../../shared/phrase.tsx'
import { THEME_KEY, type Theme } from '../../theme.ts'

/**
 * Button that changes between the light and the dark theme. The browser keeps the choice. The style sheet shows the name
 * of the other theme, because only the browser knows the theme, and the server renders the button.
 */
export function ThemeSwitch() {
  const { t } = useWords()
  return (
    <button type="button" className="footer-link" onClick={() => choose(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')}>
      <span className="in-light">{t('tema_scuro')}</span>
      <span className="in-dark">{t('tema_chiaro')}</span>
    </button>
  )
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // The browser forbids the storage. The theme then applies until the page is loaded again.
  }
  document.documentElement.dataset.theme = theme
}
