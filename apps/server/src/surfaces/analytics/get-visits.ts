import { durationQuantile, HIDDEN_BELOW, isQuestion, type Visits } from '@sportello/contract'
import { DAYS_OF_TREND, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedForm } from '../../catalogue/customers/rules.ts'
import { fieldsOf, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import { managed } from '../../management/calls.ts'
import { readWithinReach } from '../../management/reach.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { shownTexts, sumVisits, type VisitFilter, type VisitSum, visitedVersions, visitTrend } from '../../requests/visits/queries.ts'

/** Maximum number of entries in each list of names, such as the websites from which visitors came. */
const NAMED = 50

/** Registers the endpoint that returns the figures of a form's visits. Figures about few visits are hidden. */
export function getVisits(app: FastifyInstance, { database, catalog }: RequestServices): void {
  managed(app, endpoints.getVisits, async ({ query, operator }) => {
    const by: Visits['by'] = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 < DAYS_OF_TREND ? 'day' : 'month'
    const filter: VisitFilter = query
    const found = await readWithinReach(database, operator, async (db) => {
      await managedForm(db, filter.form)
      const sums = await sumVisits(db, filter)
      const texts = sums.filter(({ kind, count }) => (kind === 'referrer' || kind === 'search') && count >= HIDDEN_BELOW).map(({ subject }) => subject)
      return { sums, trend: await visitTrend(db, filter, by), visited: await visitedVersions(db, filter.form), texts: await shownTexts(db, filter.form, texts) }
    })
    const published = (await catalog.customer(filter.form))?.published
    const { sums } = found
    return {
      totals: totalsOf(sums),
      by,
      trend: trendOf(found.trend),
      versions: [...new Set(found.visited.map(({ version }) => version))],
      languages: [...new Set(found.visited.map(({ lang_code }) => lang_code))],
      steps: stepsOf(sums, published),
      errors: errorsOf(sums, published),
      hours: hoursOf(sums),
      devices: namedOf(ofKind(sums, 'device'), (subject) => subject),
      referrers: namedOf(ofKind(sums, 'referrer'), (subject) => (subject === '' ? '' : (found.texts.get(subject) ?? null))),
      searches: namedOf(ofKind(sums, 'search'), (subject) => found.texts.get(subject) ?? null),
    }
  })
}

/** Hides a count that could tell something about a person. Counts that were taken back more often than made are zero. */
const shown = (count: number): number | null => (count > 0 && count < HIDDEN_BELOW ? null : Math.max(0, count))

const ofKind = (sums: readonly VisitSum[], wanted: VisitSum['kind']) => sums.filter(({ kind }) => kind === wanted)

function totalsOf(sums: readonly VisitSum[]): Visits['totals'] {
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

function trendOf(rows: Awaited<ReturnType<typeof visitTrend>>): Visits['trend'] {
  const days = new Map<string, { day: string; version: number; visit: number; sent: number; request: number }>()
  for (const { day, version, kind, count } of rows) {
    const key = `${day} ${version}`
    const known = days.get(key) ?? { day, version, visit: 0, sent: 0, request: 0 }
    known[kind] = count
    days.set(key, known)
  }
  return [...days.values()].map(({ visit, sent, request, ...point }) => ({ ...point, visits: shown(visit), sent: shown(sent), requests: shown(request) }))
}

function hoursOf(sums: readonly VisitSum[]): Visits['hours'] {
  const counts = new Map(ofKind(sums, 'hour').map(({ subject, count }) => [Number(subject), count]))
  return Array.from({ length: 24 }, (_, hour) => shown(counts.get(hour) ?? 0))
}

interface StepSums {
  step: number
  option: number
  left: number
  sent: number
  stays: Map<number, number>
}

/** Returns the figures of all steps that were reached, in the order of the form; steps of earlier versions come last. */
function stepsOf(sums: readonly VisitSum[], published: PublishedDefinition | undefined): Visits['steps'] {
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
function errorsOf(sums: readonly VisitSum[], published: PublishedDefinition | undefined): Visits['errors'] {
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

/** Returns the named counts, the most frequent first. Those without a name, and those that are hidden, are added up at the end. */
function namedOf(sums: readonly VisitSum[], nameOf: (subject: string) => string | null): { name: string | null; count: number | null }[] {
  const names = new Map<string | null, number>()
  for (const { subject, count } of sums) {
    const name = count < HIDDEN_BELOW ? null : nameOf(subject)
    names.set(name, (names.get(name) ?? 0) + count)
  }
  const rare = names.get(null) ?? 0
  names.delete(null)
  const ordered = [...names].sort(([, one], [, other]) => other - one)
  const further = ordered.slice(NAMED).reduce((sum, [, count]) => sum + count, rare)
  return [...ordered.slice(0, NAMED).map(([name, count]) => ({ name, count })), ...(further > 0 ? [{ name: null, count: shown(further) }] : [])]
}
