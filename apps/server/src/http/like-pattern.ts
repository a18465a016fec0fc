/** A LIKE pattern of what contains a text, whatever signs it has. */
export function likePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}
