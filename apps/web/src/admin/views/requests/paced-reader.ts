import type { DeskEvent } from './desk-connection.ts'

/** Milliseconds between two readings, and maximum number of requests of one reading. */
const PACE_MS = 1_000
export const MAX_READ = 50

/**
 * Reads what has changed on the desk, once a second at most.
 * @param read reads the requests with the given tickets; `isAll` after a new connection, when any request may have changed
 */
export function pacedReader(read: (tickets: readonly string[], isAll: boolean) => Promise<void>) {
  const named = new Set<string>()
  let isAll = false
  let isReading = false
  let timer: ReturnType<typeof setTimeout> | undefined
  async function pace(): Promise<void> {
    if (isReading) return
    isReading = true
    const tickets = [...named].slice(0, MAX_READ)
    const everything = isAll
    isAll = false
    for (const ticket of tickets) named.delete(ticket)
    await read(tickets, everything).catch(() => {
      // Calls that the dashboard makes by itself report nothing. What is shown stays.
    })
    timer = setTimeout(() => {
      isReading = false
      if (isAll || named.size > 0) void pace()
    }, PACE_MS)
  }
  return {
    receive(event: DeskEvent): void {
      if (event.kind === 'resync') isAll = true
      else for (const { ticket } of event.notices) named.add(ticket)
      void pace()
    },
    end: () => clearTimeout(timer),
  }
}
