import { type RawBuilder, sql } from 'kysely'

/** Returns a LIKE pattern that matches values containing `part`, with its wildcards escaped. */
export function likePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Returns a condition that a column begins with `start`, byte by byte. It uses comparisons, which can use an index under row security; LIKE cannot. */
export function startingWith(column: string, start: string): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return sql<boolean>`${ref} collate "C" >= ${start} and ${ref} collate "C" < ${`${start}\u{10FFFF}`}`
}
