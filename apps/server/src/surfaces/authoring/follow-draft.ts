import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftPresence, StoredDraftChange } from '@sportello/contract'
import type { DraftFeed } from './draft-feed.ts'

/** Times of a stream of events in milliseconds. */
export interface StreamTimes {
  /** Pause between two checks for changes whose notification was lost; each check also keeps proxies from closing an idle stream. */
  checkMs: number
  /** Duration of a stream. The editor then opens another one, and the server checks the operator's session and rights again. */
  lifeMs: number
}

const STREAM_TIMES: StreamTimes = { checkMs: 10_000, lifeMs: 240_000 }

/**
 * Yields the text of server-sent events: the changes of a draft after a sequence, in order and without gaps, the authors' presence, and that comments changed.
 * @param changesAfter reads the next changes, at most a page of them
 * @param left ends the stream when the client or the process leaves
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
  /** Authors whose presence is news, by their editor: at most one each, so that a slow reader holds back no growing list. */
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
