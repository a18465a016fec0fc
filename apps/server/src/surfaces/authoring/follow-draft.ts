import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftPresence, StoredDraftChange } from '@sportello/contract'
import type { DraftFeed } from './draft-feed.ts'

/** Intervals and durations of an editor's event stream, in milliseconds. */
export interface StreamTimes {
  /**
   * Interval at which the server checks for changes whose notification was lost. Each check also sends a line to the
   * editor, because proxies close an idle stream.
   */
  checkMs: number
  /**
   * Duration of an event stream. When it has passed, the editor opens a new stream, and the server checks the
   * operator's session and rights again.
   */
  lifeMs: number
}

const STREAM_TIMES: StreamTimes = { checkMs: 10_000, lifeMs: 240_000 }

/**
 * Yields server-sent events for an editor: the changes of a draft, the presence of authors, and changed comments. The
 * changes start after a sequence number and arrive in order, without gaps.
 * @param changesAfter reads the next changes, at most one page
 * @param left ends the stream when the client disconnects or the process stops
 */
export async function* followDraft(
  feed: DraftFeed,
  codeTag: string,
  after: number,
  changesAfter: (sequence: number) => Promise<StoredDraftChange[]>,
  left: AbortSignal,
  { checkMs, lifeMs }: StreamTimes = STREAM_TIMES,
): AsyncGenerator<string> {
  let sequence = after
  /**
   * Authors whose presence has changed since the last event, keyed by their editor. A newer entry replaces the older
   * one of
   * the same editor, so that the list does not grow while the client reads slowly.
   */
  let present = new Map<string, DraftPresence>()
  let isWoken = false
  let hasComments = false
  const woken = new EventTarget()
  const end = feed.follow(codeTag, ({ presence, comments }) => {
    if (presence) present.set(presence.client, presence)
    if (comments) hasComments = true
    isWoken = true
    woken.dispatchEvent(new Event('notice'))
  })
  const until = AbortSignal.any([left, AbortSignal.timeout(lifeMs)])
  try {
    yield 'retry: 1000\n\n'
    while (!until.aborted) {
      const seen = present
      present = new Map()
      isWoken = false
      for (let changes = await changesAfter(sequence); changes.length > 0; changes = await changesAfter(sequence))
        for (const change of changes) {
          sequence = change.sequence
          yield event('change', change, sequence)
        }
      for (const presence of seen.values()) yield event('presence', presence)
      if (hasComments) {
        hasComments = false
        yield event('comments', {})
      }
      if (isWoken) continue
      const next = new AbortController()
      const signal = AbortSignal.any([until, next.signal])
      await Promise.race([once(woken, 'notice', { signal }), sleep(checkMs, undefined, { signal })]).catch(() => {})
      next.abort()
      if (!isWoken && !until.aborted) yield ': still here\n\n'
    }
  } finally {
    end()
  }
}

function event(name: string, data: object, id?: number): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
