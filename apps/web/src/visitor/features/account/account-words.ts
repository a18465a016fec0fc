import type { AccountPhrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'
import { useCallback } from 'react'
import { usePageSettings } from '../../page-settings.ts'

export type AccountWord = keyof AccountPhrases

/** The words of the pages to log in on. */
export function useAccountWords(): (key: AccountWord, ...params: string[]) => string {
  const { account } = usePageSettings().words
  return useCallback((key, ...params) => (account ? fill(account[key], params) : ''), [account])
}
