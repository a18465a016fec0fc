import { createContext, use } from 'react'
import type { ClientSettings } from '../shared/call.ts'
import type { PageWords } from '../shared/phrase.tsx'

/** Settings that the server embeds in each visitor page. */
export interface PageSettings extends ClientSettings {
  /** The visitor's preferred languages, best first. */
  languages: readonly string[]
  /** Phrases in the page's language. The page is reloaded when the visitor changes the language. */
  words: PageWords
}

const SettingsContext = createContext<PageSettings | null>(null)

export const PageSettingsProvider = SettingsContext

export function usePageSettings(): PageSettings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('no page settings are provided here')
  return settings
}
