import type { WalkProgress, WalkReport } from '@sportello/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { followEvents } from '../../call.ts'

/** State of the check that tries every path through the steps of a draft. */
export type Walk =
  | { state: 'none' | 'starting' | 'busy' | 'failed' | 'cancelled' }
  | { state: 'running'; progress: WalkProgress }
  | { state: 'done'; report: WalkReport; sequence: number }

/** HTTP status of the response when the server already runs the maximum number of such checks. */
const BUSY = 503

/**
 * Runs the check on the server that tries every path through the steps of a draft. Closing the editor cancels the
 * check.
 * @param sequence returns the number of the draft's last change; a report for a lower number is out of date
 */
export function useWalk(definition: string, sequence: () => number): { walk: Walk; start: () => void; cancel: () => void } {
  const [walk, setWalk] = useState<Walk>({ state: 'none' })
  const running = useRef<AbortController | null>(null)
  const end = useCallback(() => {
    running.current?.abort()
    running.current = null
  }, [])
  useEffect(() => end, [end])
  const start = useCallback(() => {
    end()
    const own = new AbortController()
    running.current = own
    const show = (next: Walk) => {
      if (!own.signal.aborted) setWalk(next)
    }
    const begun = sequence()
    show({ state: 'starting' })
    void follow()

    async function follow(): Promise<void> {
      try {
        for await (const { event, data } of followEvents(`/definitions/${encodeURIComponent(definition)}/walk`, {}, own.signal)) {
          if (event === 'progress') show({ state: 'running', progress: data as WalkProgress })
          else if (event === 'report') return show({ state: 'done', report: data as WalkReport, sequence: begun })
        }
        show({ state: 'failed' })
      } catch (error) {
        show({ state: error instanceof CallError && error.status === BUSY ? 'busy' : 'failed' })
      }
    }
  }, [definition, sequence, end])
  const cancel = useCallback(() => {
    end()
    setWalk({ state: 'cancelled' })
  }, [end])
  return { walk, start, cancel }
}
