import type { InlinePart } from '@sportello/editing'

/** A text whose codes, such as HTML tags and variables, are set apart from its words. */
export function MarkedParts({ parts }: { parts: readonly InlinePart[] }) {
  return parts.map(({ kind, text }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key, and change only together
    kind === 'code' ? <code key={at}>{text}</code> : text,
  )
}
