import type { ListedRequest } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAccount } from '../../account.ts'
import { manage } from '../../call.ts'
import type { RowChange } from './changed-parts.ts'
import { listenToDesk } from './desk-connection.ts'
import { MAX_READ, pacedReader } from './paced-reader.ts'

interface Page {
  items: ListedRequest[]
}

interface ShownList {
  queryKey: readonly [string, string, number]
  rows: readonly ListedRequest[] | undefined
  restart: () => void
}

const NO_ROWS: readonly ListedRequest[] = []

const ask = async (query: Readonly<Record<string, string | undefined>>) => (await manage<Page>('GET', '/requests', { query, background: true })).items

/**
 * Keeps an open list of requests up to date without moving it: rows that change are replaced in place, also if they no longer
 * belong to the list, and new requests are only counted until the operator shows them.
 * @param query the filters and the order of the list
 */
export function useLiveList({ queryKey, rows = NO_ROWS, restart }: ShownList, query: Readonly<Record<string, string | undefined>>) {
  const queries = useQueryClient()
  const account = useAccount()
  const [, key] = queryKey
  const [isConnected, setIsConnected] = useState(false)
  const [news, setNews] = useState<{ key: string; tickets: readonly string[] }>({ key: '', tickets: [] })
  const [changes, setChanges] = useState<ReadonlyMap<string, RowChange>>(new Map())
  const [last, setLast] = useState<{ ticket: string; change: RowChange }>()

  /** Replaces the rows of the list that have changed, and notes by whom they were changed. */
  const patch = useEffectEvent((items: readonly ListedRequest[]) => {
    const before = new Map(rows.map((row) => [row.ticket, row]))
    const different = items.filter((item) => !isSame(item, before.get(item.ticket)))
    if (different.length === 0) return
    const byTicket = new Map(different.map(({ changed: _changed, ...row }) => [row.ticket, row]))
    queries.setQueryData<Page>(queryKey, (page) => page && { ...page, items: page.items.map((row) => byTicket.get(row.ticket) ?? row) })
    const others = different.flatMap(({ ticket, changed }) => (changed && changed.operator !== account?.username ? [[ticket, changed] as const] : []))
    setChanges((known) => new Map([...known, ...others]))
    const [newest] = others.toSorted(([, a], [, b]) => Date.parse(b.at) - Date.parse(a.at))
    if (newest) setLast({ ticket: newest[0], change: newest[1] })
  })

  /** Counts requests that the list does not show yet; an empty list shows them at once. */
  const count = useEffectEvent((found: readonly ListedRequest[], of: string) => {
    const fresh = found.map(({ ticket }) => ticket).filter((ticket) => !rows.some((row) => row.ticket === ticket))
    if (fresh.length === 0 || of !== key) return
    if (rows.length === 0) void queries.invalidateQueries({ queryKey: ['requests'] })
    else setNews((known) => ({ key, tickets: [...new Set([...(known.key === key ? known.tickets : []), ...fresh])] }))
  })

  const read = useEffectEvent(async (tickets: readonly string[], isAll: boolean) => {
    const own = rows.map(({ ticket }) => ticket)
    const shown = isAll ? own.slice(0, MAX_READ) : tickets.filter((ticket) => own.includes(ticket))
    const outside = tickets.filter((ticket) => !own.includes(ticket))
    const newest = rows[0]?.created_at ?? ''
    if (shown.length > 0) patch(await ask({ tickets: shown.join(',') }))
    if (outside.length > 0) count(await ask({ ...query, tickets: outside.join(',') }), key)
    // After a new connection, only requests at the beginning of the newest are known to be new.
    if (isAll && query.sort === '-created')
      count(
        (await ask(query)).filter(({ created_at }) => created_at > newest),
        key,
      )
  })

  useEffect(() => {
    const reader = pacedReader((tickets, isAll) => read(tickets, isAll))
    const end = listenToDesk({ onEvent: reader.receive, onState: setIsConnected })
    return () => {
      end()
      reader.end()
    }
  }, [])

  const arrived = news.key === key ? news.tickets.filter((ticket) => !rows.some((row) => row.ticket === ticket)) : []
  return {
    isConnected,
    /** Number of requests that belong to the list and are not shown yet. */
    arrived: arrived.length,
    /** What others last changed of the shown requests, by ticket. */
    changes,
    /** The change that came last. */
    last,
    /** Shows what has arrived. */
    async show(): Promise<void> {
      restart()
      await queries.invalidateQueries({ queryKey: ['requests'] })
      setNews({ key, tickets: [] })
      setChanges(new Map())
      setLast(undefined)
    },
  }
}

/** Returns true if a row shows the same as before. */
function isSame(row: ListedRequest, before: ListedRequest | undefined): boolean {
  const text = ({ desk, state, trouble, email }: ListedRequest) => JSON.stringify([desk, state, trouble, email])
  return before !== undefined && text(row) === text(before)
}
