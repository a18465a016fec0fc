import type { Language } from '@sportello/contract'
import { type FieldWords, FieldWordsContext } from '@sportello/fields/react'
import type { VisitorPhrases } from '@sportello/phrases'
import { type EditorPhrases, editorWords } from '@sportello/phrases/editor'
import { fill } from '@sportello/phrases/fill'
import { visitorWords } from '@sportello/phrases/visitor'
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useWords } from '../../words.tsx'
import { commentWordsQuery } from '../comments/comment-words.tsx'

export type EditorWord = (key: keyof EditorPhrases, ...params: string[]) => string

const EditorWordsContext = createContext<EditorWord>((key) => key)

/** Returns a function that looks up the form editor's phrases in the dashboard's language. */
export const useEditorWords = (): EditorWord => use(EditorWordsContext)

/**
 * Loads the phrases of the form editor before its children are shown. Also loads the phrases of the visitor's pages,
 * which the sample controls use, and those about comments: the editor would suspend for them, and React shows the content
 * of a Suspense boundary only 300 ms after its fallback. They are separate chunks, because most operators never open the
 * editor.
 */
export function EditorWordsProvider({ children }: { children: ReactNode }) {
  const { t, language } = useWords()
  const [editor, visitor, comments] = useQueries({
    queries: [
      { queryKey: ['editor-words', language], queryFn: () => editorWords[language](), staleTime: Number.POSITIVE_INFINITY },
      { queryKey: ['visitor-words', language], queryFn: () => visitorWords[language](), staleTime: Number.POSITIVE_INFINITY },
      commentWordsQuery(language),
    ],
  })
  const failure = editor.error ?? visitor.error ?? comments.error
  // Throws the error to the error boundary around the editor, which reports that a part of the editor could not be
  // loaded.
  if (failure) throw failure
  if (!editor.data || !visitor.data || !comments.data) return <p role="status">{t('loading')}</p>
  return (
    <Provided language={language} editor={editor.data.editor} visitor={visitor.data.visitor}>
      {children}
    </Provided>
  )
}

interface ProvidedProps {
  language: Language
  editor: EditorPhrases
  visitor: VisitorPhrases
  children: ReactNode
}

function Provided({ language, editor, visitor, children }: ProvidedProps) {
  const word = useMemo<EditorWord>(
    () =>
      (key, ...params) =>
        fill(editor[key], params),
    [editor],
  )
  const fieldWords = useMemo<FieldWords>(
    () => ({ language, t: (key, ...params) => fill(visitor[key], params), issue: ({ code }) => code }),
    [language, visitor],
  )
  return (
    <EditorWordsContext value={word}>
      <FieldWordsContext value={fieldWords}>{children}</FieldWordsContext>
    </EditorWordsContext>
  )
}
