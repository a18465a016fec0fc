import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '@sportello/contract'
import { type AdminPhrases, adminWords, type IssuePhrases } from '@sportello/phrases/admin'
import { fill } from '@sportello/phrases/fill'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { setServerLanguage } from './call.ts'

interface Words {
  language: Language
  setLanguage: (language: Language) => void
  t: (key: keyof AdminPhrases, ...params: string[]) => string
  issue: (key: keyof IssuePhrases, ...params: string[]) => string
  /** The languages of the dashboard. The label of each language is written in that language. */
  languages: readonly { code: Language; label: string }[]
}

/** Delay in milliseconds before the browser retries to load a language's phrases. */
const RETRY_MS = 2_000

const KEPT = 'dashboard_language'
function kept(): Language {
  const code = localStorage.getItem(KEPT)
  return code !== null && isLanguage(code) ? code : DEFAULT_LANGUAGE
}
const WordsContext = createContext<Words | null>(null)

/**
 * Returns the dashboard's phrases (group `admin`). Each language is a separate file, which the browser loads when the
 * operator selects the language.
 */
export function useWords(): Words {
  const words = use(WordsContext)
  if (!words) throw new Error('no words are provided here')
  return words
}

/** Returns the name of a language in that language, with a capital letter, such as "Deutsch". */
export function languageLabel(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
const languages = LANGUAGES.map((code) => ({ code, label: languageLabel(code) }))

export function WordsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(kept)
  const [loaded, setLoaded] = useState<{ language: Language; admin: AdminPhrases; issues: IssuePhrases }>()
  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    function load(): void {
      adminWords[wanted]().then(
        (words) => {
          if (!current) return
          setServerLanguage(wanted)
          document.documentElement.lang = wanted
          setLoaded({ language: wanted, ...words })
        },
        // If the phrases of a language cannot be loaded, the dashboard stays in the previous language and tries again.
        // It must not be left without phrases, because it could then not even show an error.
        () => {
          if (current) timer = setTimeout(load, RETRY_MS)
        },
      )
    }
    load()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  const setLanguage = useCallback((language: Language) => {
    localStorage.setItem(KEPT, language)
    setWanted(language)
  }, [])
  const value = useMemo<Words | null>(
    () =>
      loaded
        ? {
            language: loaded.language,
            setLanguage,
            t: (key, ...params) => fill(loaded.admin[key], params),
            issue: (key, ...params) => fill(loaded.issues[key], params),
            languages,
          }
        : null,
    [loaded, setLanguage],
  )
  return (
    value && (
      <WordsContext value={value}>
        {/* In English, the dashboard uses British date formats with the day first. American English would put the
           month first. */}
        <I18nProvider locale={value.language === 'en' ? 'en-GB' : value.language}>{children}</I18nProvider>
      </WordsContext>
    )
  )
}
