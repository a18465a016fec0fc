import type { FormTestOutcome } from '@sportello/contract'

/** Returns the mails or the deliveries of an outcome as lines of text. */
export function linesOf({ mails, deliveries }: FormTestOutcome, part: 'mails' | 'deliveries'): string[] {
  if (part === 'mails') return (mails ?? []).flatMap(({ recipient, subject, text }) => [`${recipient}: ${subject}`, ...text.split('\n')])
  return (deliveries ?? []).flatMap(({ destination, body }) => [destination, ...formatted(body).split('\n')])
}

/**
 * Formats a JSON document with one value per line, so that a change of one value changes one line. Returns other texts
 * unchanged.
 */
function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/**
 * Returns the range of lines in which a text differs from another text: the lines between the first and the last
 * difference, as the arguments of `slice`.
 */
export function differingRange(lines: readonly string[], other: readonly string[]): [begin: number, end: number] {
  const shorter = Math.min(lines.length, other.length)
  let begin = 0
  while (begin < shorter && lines[begin] === other[begin]) begin += 1
  let same = 0
  while (same < shorter - begin && lines.at(-1 - same) === other.at(-1 - same)) same += 1
  return [begin, lines.length - same]
}
