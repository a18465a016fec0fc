import type { SavedPhrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'
import { useCallback } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { usePageSettings } from '../../page-settings.ts'

export type SavedWord = keyof SavedPhrases

/** Returns a function that looks up phrases about saved requests. */
export function useSavedWords(): (key: SavedWord, ...params: string[]) => string {
  const { saved } = usePageSettings().words
  return useCallback((key, ...params) => (saved ? fill(saved[key], params) : ''), [saved])
}

/** Returns a function that writes the day and time of a saved request. */
export function useMoment(): (moment: string) => string {
  const { language } = useWords()
  return useCallback((moment) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(moment)), [language])
}
