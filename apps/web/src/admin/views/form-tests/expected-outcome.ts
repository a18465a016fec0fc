import type { FormTestOutcome } from '@sportello/contract'

/** An expected outcome as the texts of its input controls. */
export interface WrittenOutcome {
  path: string
  refused: string
  answers: string
  further: string
  opens_ticket: boolean
  summary: string
  mails: FormTestOutcome['mails']
  deliveries: FormTestOutcome['deliveries']
}

/** Returns the texts with which an author changes an expected outcome. */
export function writtenOutcome({ path, refused, answers, further, opens_ticket, summary, mails, deliveries }: FormTestOutcome): WrittenOutcome {
  return {
    path: path.join('\n'),
    refused: refused.map(({ field, rule }) => `${field}: ${rule}`).join('\n'),
    answers: answers ? JSON.stringify(answers, null, 2) : '',
    further: further ? JSON.stringify(further, null, 2) : '',
    opens_ticket,
    summary: summary ?? '',
    mails,
    deliveries,
  }
}

/** Names of the controls whose text cannot be read. */
export type UnreadablePart = 'refused' | 'answers' | 'further'

/**
 * Reads the texts of an expected outcome. A refused request has no answers, no ticket, no summary, no mail and no
 * delivery, whatever the other controls say.
 * @returns the outcome, or the controls whose text cannot be read
 */
export function readOutcome(written: WrittenOutcome): FormTestOutcome | UnreadablePart[] {
  const path = linesOf(written.path)
  const refused = linesOf(written.refused).map((line) => /^(.*\S)\s*:\s*(\S+)$/.exec(line))
  if (refused.includes(null)) return ['refused']
  const { mails, deliveries } = written
  if (refused.length > 0) {
    return {
      path,
      refused: refused.map((parts) => ({ field: parts?.[1] ?? '', rule: parts?.[2] ?? '' })),
      answers: null,
      further: null,
      opens_ticket: false,
      summary: null,
      ...(mails && { mails: [] }),
      ...(deliveries && { deliveries: [] }),
    }
  }
  const answers = readAnswers(written.answers)
  const further = written.further.trim() === '' ? null : readAnswers(written.further)
  if (!answers || further === undefined) return [...(answers ? [] : (['answers'] as const)), ...(further === undefined ? (['further'] as const) : [])]
  const { opens_ticket, summary } = written
  return { path, refused: [], answers, further, opens_ticket, summary: summary || null, ...(mails && { mails }), ...(deliveries && { deliveries }) }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Parses the answers of a test; undefined for a text that is no JSON object. */
export function readAnswers(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
