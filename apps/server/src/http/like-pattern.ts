import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern of what contains a text, whatever signs it has. */
export function likePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Whether a column begins with a text, byte by byte: by comparisons that may use an index under row security, which LIKE may not. */
export function startingWith(column: string, start: string): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return sql<boolean>`${ref} collate "C" >= ${start} and ${ref} collate "C" < ${`${start}\u{10FFFF}`}`
}
