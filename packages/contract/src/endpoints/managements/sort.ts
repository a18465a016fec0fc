import { z } from 'zod'

/** Returns the schema of a list's sort parameter: the name of a column, with a leading "-" for descending order. */
export function sortBy<const K extends string>(...columns: readonly [K, ...K[]]) {
  return z.enum(columns.flatMap((column) => [column, `-${column}`] as const) as [K | `-${K}`, ...(K | `-${K}`)[]]).optional()
}
