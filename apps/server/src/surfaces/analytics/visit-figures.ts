import { durationQuantile, HIDDEN_BELOW, isQuestion, type Visits } from '@sportello/contract'
import { fieldsOf, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import type { VisitSum } from '../../requests/visits/queries.ts'

/** Hides a count that could tell something about a person. Counts that were taken back more often than made are zero. */
export const shown = (count: number): number | null => (count > 0 && count < HIDDEN_BELOW ? null : Math.max(0, count))

/** Returns the sums of one kind. */
export const ofKind = (sums: readonly VisitSum[], wanted: VisitSum['kind']) => sums.filter(({ kind }) => kind === wanted)

/** Returns the totals of a period. */
export function totalsOf(sums: readonly VisitSum[]): Visits['totals'] {
  const total = (kind: VisitSum['kind']) => shown(ofKind(sums, kind).reduce((sum, { count }) => sum + count, 0))
  return {
    visits: total('visit'),
    starts: total('start'),
    sent: total('sent'),
    requests: total('request'),
    confirmed: total('confirmed'),
    tickets: total('ticket'),
  }
}

interface StepSums {
  step: number
  option: number
  left: number
  sent: number
  stays: Map<number, number>
}

/** Returns the figures of all steps that were reached, in the order of the form; steps of earlier versions come last. */
export function stepsOf(sums: readonly VisitSum[], published: PublishedDefinition | undefined): Visits['steps'] {
  const steps = new Map<string, StepSums>()
  for (const { kind, subject, detail, count } of sums) {
    if (kind !== 'step' && kind !== 'option' && kind !== 'left' && kind !== 'sent' && kind !== 'stay') continue
    const known = steps.get(subject) ?? { step: 0, option: 0, left: 0, sent: 0, stays: new Map() }
    steps.set(subject, known)
    if (kind === 'stay') known.stays.set(Number(detail), count)
    else known[kind] += count
  }
  const listed: Visits['steps'] = []
  for (const { tag, path } of published?.nodes.values() ?? []) {
    const id = tag.id ?? tag.code_tag
    const found = steps.get(id)
    if (!found) continue
    const above = path.at(-2)
    listed.push({
      id,
      code_tag: tag.code_tag,
      title: tag.tag_description,
      parent: above ? (above.id ?? above.code_tag) : null,
      level: path.length - 1,
      ...figuresOf(found),
    })
    steps.delete(id)
  }
  for (const [id, found] of steps) listed.push({ id, code_tag: null, title: null, parent: null, level: null, ...figuresOf(found) })
  return listed
}

function figuresOf({ step, option, left, sent, stays }: StepSums) {
  const counted = stays.values().reduce((sum, count) => sum + Math.max(0, count), 0)
  const quantile = (share: number) => (counted < HIDDEN_BELOW ? null : durationQuantile(stays, share))
  return { reached: shown(step), chosen: shown(option), left: shown(left), sent: shown(sent), median_seconds: quantile(0.5), p90_seconds: quantile(0.9) }
}

/** Returns the errors that are not hidden, the most frequent first. */
export function errorsOf(sums: readonly VisitSum[], published: PublishedDefinition | undefined): Visits['errors'] {
  const frequent = ofKind(sums, 'error').filter(({ count }) => count >= HIDDEN_BELOW)
  const wanted = new Set(frequent.map(({ subject }) => subject))
  const fields = new Map<string, { label: string; code_tag: string; step_title: string }>()
  for (const { tag } of published?.nodes.values() ?? []) {
    if (fields.size === wanted.size) break
    for (const field of fieldsOf(tag))
      if (field.id !== undefined && wanted.has(field.id) && isQuestion(field))
        fields.set(field.id, { label: field.value.property_description, code_tag: tag.code_tag, step_title: tag.tag_description })
  }
  return frequent
    .toSorted((one, other) => other.count - one.count)
    .map(({ subject: id, detail: rule, count }) => ({
      id,
      ...(fields.get(id) ?? { label: null, code_tag: null, step_title: null }),
      rule,
      count,
    }))
}
