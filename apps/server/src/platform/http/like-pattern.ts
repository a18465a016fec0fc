import { type RawBuilder, sql } from 'kysely'

/** Returns an SQL LIKE pattern that matches values containing `part`. Escapes the wildcards in `part`. */
export function likePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/**
 * Returns an SQL condition that is true if a column's value begins with `start`. Compares byte by byte instead of with
 * LIKE: under row security, PostgreSQL can use an index for byte comparisons, but not for LIKE.
 */
export function startingWith(column: string, start: string): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return sql<boolean>`${ref} collate "C" >= ${start} and ${ref} collate "C" < ${`${start}\u{10FFFF}`}`
}
