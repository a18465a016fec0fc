import { type FieldWords, FieldWordsContext } from '@sportello/fields/react'
import { type EditorPhrases, editorWords } from '@sportello/phrases/editor'
import { fill } from '@sportello/phrases/fill'
import { visitorWords } from '@sportello/phrases/visitor'
import { useSuspenseQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use, useMemo } from 'react'
import { useWords } from '../../words.tsx'

export type EditorWord = (key: keyof EditorPhrases, ...params: string[]) => string

const EditorWordsContext = createContext<EditorWord>((key) => key)

/** Returns the function that gives the editor's phrases in the dashboard's language. */
export const useEditorWords = (): EditorWord => use(EditorWordsContext)

/** Loads the phrases of the editor, and the visitor's ones for the samples of controls, before it shows its children: they are chunks of their own, because most operators never open the editor. */
export function EditorWordsProvider({ children }: { children: ReactNode }) {
  const { t } = useWords()
  return (
    <Suspense fallback={<p role="status">{t('loading')}</p>}>
      <Provided>{children}</Provided>
    </Suspense>
  )
}

function Provided({ children }: { children: ReactNode }) {
  const { language } = useWords()
  const [{ data }, { data: visitor }] = useSuspenseQueries({
    queries: [
      { queryKey: ['editor-words', language], queryFn: () => editorWords[language](), staleTime: Number.POSITIVE_INFINITY },
      { queryKey: ['visitor-words', language], queryFn: () => visitorWords[language](), staleTime: Number.POSITIVE_INFINITY },
    ],
  })
  const word = useMemo<EditorWord>(
    () =>
      (key, ...params) =>
        fill(data.editor[key], params),
    [data],
  )
  const fieldWords = useMemo<FieldWords>(
    () => ({ language, t: (key, ...params) => fill(visitor.visitor[key], params), issue: ({ code }) => code }),
    [language, visitor],
  )
  return (
    <EditorWordsContext value={word}>
      <FieldWordsContext value={fieldWords}>{children}</FieldWordsContext>
    </EditorWordsContext>
  )
}
