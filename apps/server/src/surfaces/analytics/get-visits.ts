import { HIDDEN_BELOW, type Visits } from '@sportello/contract'
import { DAYS_OF_TREND, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedForm } from '../../catalogue/customers/rules.ts'
import { managed } from '../../management/calls.ts'
import { readWithinReach } from '../../management/reach.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { shownTexts, sumVisits, type VisitFilter, type VisitSum, visitedVersions, visitTrend } from '../../requests/visits/queries.ts'
import { errorsOf, ofKind, shown, stepsOf, totalsOf } from './visit-figures.ts'

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
