import { z } from 'zod'

/** The orders that a list may be asked for, by its columns as the dashboard names them; with "-" before it, from the other end. */
export function sortBy<const K extends string>(...columns: readonly [K, ...K[]]) {
  return z.enum(columns.flatMap((column) => [column, `-${column}`] as const) as [K | `-${K}`, ...(K | `-${K}`)[]]).optional()
}
