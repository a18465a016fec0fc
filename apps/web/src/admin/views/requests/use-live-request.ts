import type { ShownRequest } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAccount } from '../../account.ts'
import { manage } from '../../call.ts'
import { showToast } from '../../ui/toasts.tsx'
import { listenToDesk } from './desk-connection.ts'
import { useChange } from './live-line.tsx'
import { pacedReader } from './paced-reader.ts'

/** Reads an open request again when somebody changes it, and says who changed what. What the operator has begun stays. */
export function useLiveRequest(ticket: string): void {
  const queries = useQueryClient()
  const account = useAccount()
  const describe = useChange()
  const read = useEffectEvent(async () => {
    const queryKey = ['request', ticket]
    if (!queries.getQueryData(queryKey)) return
    const now = await manage<ShownRequest>('GET', `/requests/${encodeURIComponent(ticket)}`, { query: { refresh: 1 }, background: true })
    const shown = queries.getQueryData<ShownRequest>(queryKey)
    // What the operator has saved meanwhile is newer.
    if (!shown || Number(now.desk.version) < Number(shown.desk.version) || now.desk.entries.length < shown.desk.entries.length) return
    queries.setQueryData<ShownRequest>(queryKey, now)
    const known = new Set(shown.desk.entries.map(({ id }) => id))
    const news = now.desk.entries.filter(({ id, operator }) => !known.has(id) && operator !== account?.username)
    const newest = news.at(-1)
    if (newest) showToast(describe(ticket, { ...newest, kinds: news.filter(({ operator }) => operator === newest.operator).map(({ kind }) => kind) }))
  })
  useEffect(() => {
    const reader = pacedReader(read)
    const end = listenToDesk({
      onEvent: (event) => {
        if (event.kind === 'resync' || event.notices.some((notice) => notice.ticket === ticket)) reader.receive({ kind: 'resync' })
      },
    })
    return () => {
      end()
      reader.end()
    }
  }, [ticket])
}
