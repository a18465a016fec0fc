import { createContext, use } from 'react'
import type { ClientSettings } from '../shared/call.ts'
import type { PageWords } from '../shared/phrase.tsx'

/** What the server tells the page about itself and the visitor. */
export interface PageSettings extends ClientSettings {
  /** What the visitor would read, best first. */
  languages: readonly string[]
  /** In the page's language; a change of language loads the page anew. */
  words: PageWords
}

const SettingsContext = createContext<PageSettings | null>(null)

export const PageSettingsProvider = SettingsContext

export function usePageSettings(): PageSettings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('no page settings are provided here')
  return settings
}
