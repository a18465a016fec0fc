import type { FollowPhrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'
import { useCallback } from 'react'
import { dateFormat } from '../../../shared/date-format.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { usePageSettings } from '../../page-settings.ts'

export type FollowWord = keyof FollowPhrases

/** Returns a function that looks up phrases of the follow-up page. */
export function useFollowWords(): (key: FollowWord, ...params: string[]) => string {
  const { follow } = usePageSettings().words
  return useCallback((key, ...params) => (follow ? fill(follow[key], params) : ''), [follow])
}

/** Returns functions that write a moment in the time zone of the office. */
export function useMoment(timeZone: string): { moment: (at: string) => string; time: (at: string) => string } {
  const { language } = useWords()
  const long = dateFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const short = dateFormat(language, { timeStyle: 'short', timeZone })
  return { moment: (at) => long.format(new Date(at)), time: (at) => short.format(new Date(at)) }
}
