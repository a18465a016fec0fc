import type { Review } from '@sportello/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../shared/call-error.ts'
import { callReview } from './review-call.ts'
import { useReviewWords } from './review-words.tsx'

/** Interval in milliseconds at which the review page loads new comments while it is visible. */
const POLL_MS = 8_000

interface ReviewState {
  /** The review with its comments; null until the server has answered the first call. */
  review: Review | null
  /** True if the review link has expired, was revoked, or never existed. */
  isEnded: boolean
  isUnreachable: boolean
  reload: () => void
  /**
   * Makes an API call that changes a comment, and shows the review that the call returns.
   * @throws CallError
   */
  change: (call: Parameters<typeof callReview>[2]) => Promise<void>
}

/** Loads the comments of a review link, and polls the server for new comments. */
export function useReview(code: string): ReviewState {
  const { language } = useReviewWords()
  const [review, setReview] = useState<Review | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const note = useCallback((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    setFailure(error)
  }, [])
  const calls = useRef({ started: 0, shown: 0 })
  /** Shows the comments from an API response, unless a later call has already returned newer comments. */
  const show = useCallback(
    async (call?: Parameters<typeof callReview>[2]) => {
      calls.current.started += 1
      const number = calls.current.started
      const answer = await callReview(code, language, call)
      if (number < calls.current.shown) return
      calls.current.shown = number
      setReview(answer)
      setFailure(null)
    },
    [code, language],
  )
  const load = useCallback(() => show().catch(note), [show, note])
  const isEnded = failure?.status === 404
  useEffect(() => {
    if (isEnded) return
    void load()
    const look = () => {
      if (document.visibilityState === 'visible') void load()
    }
    const timer = setInterval(look, POLL_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [load, isEnded])
  async function change(call: Parameters<typeof callReview>[2]): Promise<void> {
    try {
      await show(call)
    } catch (error) {
      // The error may mean that the link was revoked; then the review page says that the review has ended. It may also
      // mean that only a step or comment was deleted; then the error appears where the reviewer tried to change it.
      if (error instanceof CallError && error.errors.some(({ data }) => data.code === 'forms0001')) note(error)
      else if (error instanceof CallError && error.status === 404) await load()
      throw error
    }
  }
  return { review, isEnded, isUnreachable: failure !== null && !isEnded, reload: () => void load(), change }
}
