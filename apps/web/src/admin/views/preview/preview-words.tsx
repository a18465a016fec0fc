import { fill } from '@sportello/phrases/fill'
import { type PreviewPhrases, previewWords } from '@sportello/phrases/preview'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

/** Returns a phrase of the preview in the dashboard's language. */
export type PreviewWord = (key: keyof PreviewPhrases, ...params: string[]) => string

/**
 * Returns a function that looks up the preview's phrases. The component suspends until the phrases are loaded; they are
 * loaded separately, because most operators never open a preview.
 */
export function usePreviewWords(): PreviewWord {
  const { language } = useWords()
  const { data } = useSuspenseQuery({ queryKey: ['preview-words', language], queryFn: () => previewWords[language](), staleTime: Number.POSITIVE_INFINITY })
  return useCallback((key, ...params) => fill(data.preview[key], params), [data])
}
