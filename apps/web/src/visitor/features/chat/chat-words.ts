import type { ChatPhrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'
import { useCallback } from 'react'
import { usePageSettings } from '../../page-settings.ts'

/** Returns a function that looks up phrases of the live chat. */
export function useChatWords(): (key: keyof ChatPhrases, ...params: string[]) => string {
  const { chat } = usePageSettings().words
  return useCallback((key, ...params) => (chat ? fill(chat[key], params) : ''), [chat])
}
