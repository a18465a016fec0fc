import type { StepComment } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo } from 'react'
import { numbered } from '../../../shared/comments.ts'
import { manage } from '../../call.ts'
import { useWords } from '../../words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { useCommentWords } from './comment-words.tsx'

/**
 * Interval in milliseconds at which the browser reloads the comments while the page is visible, in case it missed a
 * notification of a change.
 */
const POLL_MS = 30_000

interface Comments {
  all: readonly StepComment[]
  /** Maps the id of each step to its number of open comments. Replies are not counted. */
  open: ReadonlyMap<string, number>
  error: Error | null
  /**
   * Stores a new comment or, if `replyTo` is the id of a comment, a reply to that comment.
   * @throws CallError
   */
  add: (stepId: string, text: string, replyTo: string | null) => Promise<void>
  /**
   * Marks a comment as resolved (`done`) or reopens it.
   * @throws CallError
   */
  resolve: (id: string, done: boolean) => Promise<void>
  /**
   * Deletes a comment.
   * @throws CallError
   */
  remove: (id: string) => Promise<void>
}

const NOTHING: readonly StepComment[] = []

const CommentsContext = createContext<Comments | null>(null)

/** Loads the comments of the open draft, and reloads them when the server reports a change. */
export function CommentsProvider({ definition, children }: { definition: string; children: ReactNode }) {
  const draft = useDraft()
  const queries = useQueryClient()
  const key = useMemo(() => ['comments', definition], [definition])
  const path = `/definitions/${encodeURIComponent(definition)}/comments`
  const { data: all = NOTHING, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => manage<StepComment[]>('GET', path, { signal, background: true }),
    refetchInterval: POLL_MS,
  })
  useEffect(() => draft.subscribe('comments', () => void queries.invalidateQueries({ queryKey: key })), [draft, queries, key])
  const change = useCallback(
    async (method: 'POST' | 'PUT' | 'DELETE', below: string, body?: object) => {
      await manage<StepComment[]>(method, path + below, body ? { body } : {})
      // The responses to two parallel changes can arrive in the wrong order. The browser therefore reloads the list of
      // comments, which contains both changes.
      await queries.invalidateQueries({ queryKey: key })
    },
    [path, queries, key],
  )
  const value = useMemo<Comments>(() => {
    const open = new Map<string, number>()
    for (const { step_id, reply_to, resolved_at } of all) if (reply_to === null && resolved_at === null) open.set(step_id, (open.get(step_id) ?? 0) + 1)
    return {
      all,
      open,
      error,
      add: (step_id, text, reply_to) => change('POST', '', { step_id, text, reply_to }),
      resolve: (id, done) => change('PUT', `/${id}`, { done }),
      remove: (id) => change('DELETE', `/${id}`),
    }
  }, [all, error, change])
  return <CommentsContext value={value}>{children}</CommentsContext>
}

/** Returns the comments of the open draft. */
export function useComments(): Comments {
  const comments = use(CommentsContext)
  if (!comments) throw new Error('no comments are provided here')
  return comments
}

/**
 * Returns the number of open comments on a step, and the same number in words. The words are empty if there are no open
 * comments.
 */
export function useOpenComments(stepId: string): { count: number; words: string } {
  const t = useCommentWords()
  const { language } = useWords()
  const count = useComments().open.get(stepId) ?? 0
  return { count, words: count === 0 ? '' : t(numbered('comments_open', count, language), String(count)) }
}
