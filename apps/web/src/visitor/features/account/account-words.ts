import type { AccountPhrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'
import { useCallback } from 'react'
import { usePageSettings } from '../../page-settings.ts'

export type AccountWord = keyof AccountPhrases

/** Returns a function that looks up phrases of the login pages. */
export function useAccountWords(): (key: AccountWord, ...params: string[]) => string {
  const { account } = usePageSettings().words
  return useCallback((key, ...params) => (account ? fill(account[key], params) : ''), [account])
}
