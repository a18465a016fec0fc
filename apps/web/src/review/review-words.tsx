import { acceptedLanguages, DEFAULT_LANGUAGE, isLanguage, type Language } from '@sportello/contract'
import { type CommentPhrases, commentWords } from '@sportello/phrases/comments'
import { fill } from '@sportello/phrases/fill'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { keep, readKept } from './browser-store.ts'

interface ReviewWords {
  language: Language
  setLanguage: (language: Language) => void
  t: (key: keyof CommentPhrases, ...params: string[]) => string
}

const ReviewWordsContext = createContext<ReviewWords | null>(null)

/** Returns the phrases of the review page in the chosen language. */
export function useReviewWords(): ReviewWords {
  const words = use(ReviewWordsContext)
  if (!words) throw new Error('no words are provided here')
  return words
}

const KEPT = 'review_language'

/**
 * Returns the language that the reviewer has chosen in this browser. By default, returns the first of the browser's
 * preferred languages that the product supports.
 */
function firstLanguage(): Language {
  const wanted = [readKept(KEPT) ?? '', ...acceptedLanguages(navigator.languages.join(','))]
  return wanted.map((code) => code.slice(0, 2).toLowerCase()).find(isLanguage) ?? DEFAULT_LANGUAGE
}

/** Delay in milliseconds before the browser retries to load a language's phrases. */
const RETRY_MS = 2_000

/**
 * Provides the phrases of the review page to its children, and shows the children once the phrases are loaded. When the
 * reviewer changes the language, the previous language stays until the new phrases are loaded.
 */
export function ReviewWordsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(firstLanguage)
  const [loaded, setLoaded] = useState<{ language: Language; comments: CommentPhrases }>()
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    function load(): void {
      commentWords[wanted]().then(
        (words) => {
          if (!isCurrent) return
          document.documentElement.lang = wanted
          setLoaded({ language: wanted, ...words })
        },
        () => {
          if (isCurrent) timer = setTimeout(load, RETRY_MS)
        },
      )
    }
    load()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted])
  const value = useMemo<ReviewWords | null>(
    () =>
      loaded
        ? {
            language: loaded.language,
            setLanguage(language) {
              keep(KEPT, language)
              setWanted(language)
            },
            t: (key, ...params) => fill(loaded.comments[key], params),
          }
        : null,
    [loaded],
  )
  return value && <ReviewWordsContext value={value}>{children}</ReviewWordsContext>
}
