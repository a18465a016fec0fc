import type { DraftNode } from '@sportello/contract'

/** Returns the name under which the editor shows a field: its question, or the beginning of its text. */
export function nameOf({ content }: DraftNode): string {
  const { value, title } = content as { value?: unknown; title?: string }
  if (title) return title
  const part = value as { property_description?: string; title?: string; text?: string; label?: string; html?: string } | string | undefined
  const text = typeof part === 'string' ? part : (part?.property_description ?? part?.title ?? part?.text ?? part?.label ?? part?.html ?? '')
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain
}
