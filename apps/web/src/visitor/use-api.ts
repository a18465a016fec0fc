import { useCallback } from 'react'
import type { browserApi } from '../shared/call.ts'
import { CallError } from '../shared/call-error.ts'
import { useWords } from '../shared/phrase.tsx'
import { usePageSettings } from './page-settings.ts'

/**
 * Returns a function that returns the API calls. Their code is a chunk of its own, which every page loads after its
 * hydration.
 * @throws CallError, like a call that does not reach the server, if the code cannot be loaded
 */
export function useApi(): () => Promise<ReturnType<typeof browserApi>> {
  const settings = usePageSettings()
  const { language } = useWords()
  return useCallback(async () => {
    const calls = await import('./next-page.ts').catch(() => {
      throw new CallError([], 0)
    })
    return calls.browserApi(settings, () => language)
  }, [settings, language])
}
