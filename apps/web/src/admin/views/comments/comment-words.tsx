import type { Language } from '@sportello/contract'
import { type CommentPhrases, commentWords } from '@sportello/phrases/comments'
import { fill } from '@sportello/phrases/fill'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

type CommentWord = (key: keyof CommentPhrases, ...params: string[]) => string

/** The query that loads the phrases about comments. */
export const commentWordsQuery = (language: Language) => ({
  queryKey: ['comment-words', language],
  queryFn: () => commentWords[language](),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Returns a function that looks up phrases about comments in the dashboard's language. The phrases are loaded
 * separately, because most operators never open the editor; the component suspends until they are loaded.
 */
export function useCommentWords(): CommentWord {
  const { language } = useWords()
  const { data } = useSuspenseQuery(commentWordsQuery(language))
  return useCallback((key, ...params) => fill(data.comments[key], params), [data])
}
