import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@sportello/contract'
import type { Issue } from '@sportello/fields'
import { type FieldWords, FieldWordsContext } from '@sportello/fields/react'
import type { AccountPhrases, ChatPhrases, FollowPhrases, IssuePhrases, SavedPhrases, StatementPhrases, VisitorPhrases } from '@sportello/phrases'
import { fill, withLocalNumbers } from '@sportello/phrases/fill'
import { createContext, type ReactNode, use, useMemo } from 'react'

/** The phrases in one language, which the server embeds in the page. */
export interface PageWords {
  language: Language
  visitor: VisitorPhrases
  /**
   * Messages about missing and wrong answers. Not set on a page of the form without questions until the code for
   * questions has been loaded.
   */
  issues?: IssuePhrases
  /** Phrases of the login pages; set only on these pages. */
  account?: AccountPhrases
  /** Phrases of the live chat; set only on pages of a form with a live chat. */
  chat?: ChatPhrases
  /** Phrases for saving a request; set only on pages of a form whose visitors can save. */
  saved?: SavedPhrases
  /** Phrases of the accessibility statement and the privacy notice; set only on their pages. */
  statements?: StatementPhrases
  /** Phrases of the page on which a requester follows a request; set only there. */
  follow?: FollowPhrases
}

export interface Words {
  language: Language
  t: (key: keyof VisitorPhrases, ...params: string[]) => string
  /**
   * Returns a phrase and inserts values for its named placeholders. The function `t` inserts values by position
   * instead.
   */
  named: (key: keyof VisitorPhrases, values: Readonly<Record<string, string>>) => string
  issue: (issue: Pick<Issue, 'params'> & { code: keyof IssuePhrases }) => string
}

const WordsContext = createContext<Words | null>(null)

export function useWords(): Words {
  const words = use(WordsContext)
  if (!words) throw new Error('no words are provided here')
  return words
}

export function WordsProvider({ words, children }: { words: PageWords; children: ReactNode }) {
  const value = useMemo<Words>(() => {
    return {
      language: words.language,
      t: (key, ...params) => fill(words.visitor[key], params),
      named: (key, values) => fill(words.visitor[key], values),
      issue: ({ code, params }) => (words.issues ? fill(words.issues[code], withLocalNumbers(params, words.language)) : ''),
    }
  }, [words])
  const fieldWords = useMemo<FieldWords>(() => ({ language: value.language, t: value.t, issue: value.issue }), [value])
  return (
    <WordsContext value={value}>
      <FieldWordsContext value={fieldWords}>{children}</FieldWordsContext>
    </WordsContext>
  )
}

export function languageOr(code: string | null | undefined): Language {
  return code && isLanguage(code) ? code : DEFAULT_LANGUAGE
}
