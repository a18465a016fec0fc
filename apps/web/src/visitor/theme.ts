import type { CustomerConfiguration } from '@sportello/contract'

export type Theme = 'light' | 'dark'

/** Key in the browser's local storage for the theme that the visitor has chosen. */
export const THEME_KEY = 'theme'

/**
 * Returns true if the pages of a form have a dark theme. Forms with a style sheet of their own have none, because that
 * style sheet is written for a light page.
 */
export function hasDarkTheme({ template_params: { params } }: Pick<CustomerConfiguration, 'template_params'>): boolean {
  return typeof params.answer_css !== 'string' || params.answer_css === ''
}

/**
 * Sets the theme of the page: the one that the visitor has chosen, otherwise the one of the device. This function is an
 * inline script in the document's head, so that the first paint has the right colours. It must not use anything else
 * from this module. `key` is {@link THEME_KEY}.
 */
export function setFirstTheme(key: string): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)')
  const set = (): void => {
    let chosen: string | null = null
    try {
      chosen = localStorage.getItem(key)
    } catch {
      // The browser forbids the storage.
    }
    const theme = chosen === 'dark' || chosen === 'light' ? chosen : isDark.matches ? 'dark' : 'light'
    document.documentElement.dataset.theme = theme
  }
  isDark.addEventListener('change', set)
  // The visitor has chosen another theme in another tab.
  addEventListener('storage', set)
  set()
}
