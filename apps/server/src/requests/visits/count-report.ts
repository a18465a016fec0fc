import { comparableSearch, isQuestion, MAX_SEARCHED_LENGTH, type Tag, VISIT_HEADER, type VisitReport } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { phrases } from '@sportello/phrases'
import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { type Customer, hourOf, todayOf, versionName } from '../../catalogue/customers/rules.ts'
import { fieldsOf, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import { decodedHeader } from '../../platform/http/decoded-header.ts'
import { acceptedBody } from '../../platform/http/route.ts'
import { keyedHash } from '../../platform/keys/rules.ts'
import type { CountedForm, VisitCounts } from './visit-counts.ts'

/** What counting a report needs of the server's services. */
interface CountingServices {
  visitCounts: VisitCounts
  config: { secretKey: string }
}

/**
 * Counts the report that a stored submission carries in its header `X-Visit-Report`. A report that the browser's own code
 * would not make is left out; the submission does not depend on it.
 */
export function countCarriedReport(services: CountingServices, customer: Customer, headers: FastifyRequest['headers']): void {
  const carried = headers[VISIT_HEADER.toLowerCase()]
  if (typeof carried !== 'string') return
  const report = acceptedBody(endpoints.reportVisit, decodedHeader(carried))
  if (report) countReport(services, customer, report, headers)
  else services.visitCounts.totals.ignoredReports++
}

/** Counts a report, unless it must not be counted. */
export function countReport(services: CountingServices, customer: Customer, report: VisitReport, headers: FastifyRequest['headers']): void {
  const { totals } = services.visitCounts
  const version = customer.params.no_visit_counts || !isCounted(headers) ? undefined : countedVersion(customer.published, report.version)
  if (version === undefined || !isOffered(customer.published, report.language)) {
    totals.ignoredReports++
    return
  }
  totals.countedReports++
  countVisit(services, customer, { customer: customer.code, day: todayOf(customer), version, language: report.language }, report)
}

/** Returns false for robots and previews, and for visitors whose browser asks not to be tracked. */
function isCounted(headers: FastifyRequest['headers']): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1' || headers['sec-purpose'] !== undefined) return false
  const browser = headers['user-agent']
  if (!browser) return false
  const isRobot = robots.get(browser) ?? isbot(browser)
  if (browser.length <= MAX_KEPT_NAME) robots.set(browser, isRobot)
  return !isRobot
}

/** Longest name of a browser that is kept; in practice they have 100 to 200 characters. */
const MAX_KEPT_NAME = 300

/** Whether the last 500 different browsers are robots, 150 KB at most. The check takes a fourth of the time of counting a report. */
const robots = new LRUCache<string, boolean>({ max: 500 })

/** Visits of this many versions before the live one are counted: of visitors who began in them. */
const EARLIER_VERSIONS = 3

/** Returns the number of the version that a visitor sees; undefined if it cannot be a version of the published form. */
function countedVersion(published: PublishedDefinition, name: string): number | undefined {
  if (name === versionName(published)) return published.version
  const [, codeTag, digits] = /^(.+)\.([1-9]\d{0,8})$/.exec(name) ?? []
  const version = Number(digits)
  return codeTag === published.codeTag && version < published.version && version >= published.version - EARLIER_VERSIONS ? version : undefined
}

/** Returns true if the form exists in a language. A form without language steps is shown in the visitor's own. */
function isOffered({ languages }: PublishedDefinition, language: string): boolean {
  return languages.length === 0 || languages.some(({ lang_code }) => lang_code === language)
}

function countVisit({ visitCounts: counts, config }: CountingServices, customer: Customer, form: CountedForm, report: VisitReport): void {
  const { published } = customer
  const stepId = (codeTag: string) => {
    const node = published.nodes.get(codeTag)
    return node && (node.tag.id ?? codeTag)
  }
  /** Counts something of a step. Steps that the published version does not have are left out. */
  const ofStep = (kind: 'step' | 'option' | 'left' | 'sent', codeTag: string, count = 1) => {
    const id = stepId(codeTag)
    if (id !== undefined) counts.add(form, kind, id, '', count)
  }
  const ofStay = ([codeTag, duration]: readonly [string, number], count = 1) => {
    const id = stepId(codeTag)
    if (id !== undefined) counts.add(form, 'stay', id, String(duration), count)
  }
  if (report.began) {
    counts.add(form, 'visit')
    counts.add(form, 'device', report.began.device)
    counts.add(form, 'hour', hourOf(customer))
    countReferrer(counts, config.secretKey, form, report.began.referrer)
  }
  if (report.started) counts.add(form, 'start')
  for (const codeTag of new Set(report.reached)) ofStep('step', codeTag)
  for (const codeTag of new Set(report.chosen)) ofStep('option', codeTag)
  for (const stay of report.stays ?? []) ofStay(stay)
  for (const [codeTag, property, rule] of distinct(report.errors ?? [])) {
    const node = published.nodes.get(codeTag)
    const field = node && fieldId(node.path, property)
    if (field !== undefined && Object.hasOwn(phrases.it.issues, rule)) counts.add(form, 'error', field, rule)
  }
  for (const text of new Set(report.unfound?.map(comparableSearch))) countSearch(counts, config.secretKey, form, text)
  if (report.sent !== undefined) ofStep('sent', report.sent)
  if (report.left !== undefined) ofStep('left', report.left)
  if (report.undo) {
    ofStep('left', report.undo.left, -1)
    if (report.undo.stay) ofStay(report.undo.stay, -1)
  }
}

/** Returns each entry once: what counts only once in a visit counts only once in a report. */
function distinct<T>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}

/** Returns the id of the field that asks for a property on a path of steps; undefined if none does. */
function fieldId(path: readonly Tag[], property: string): string | undefined {
  for (const tag of path) {
    const field = fieldsOf(tag).find((each) => isQuestion(each) && each.value.property_code === property)
    if (field) return field.id
  }
  return undefined
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** Counts the website from which a visitor came; without a valid host, the visit counts as direct. */
function countReferrer(counts: VisitCounts, secretKey: string, form: CountedForm, referrer: string | undefined): void {
  const host = referrer?.toLowerCase().replace(/^www\./, '')
  if (host === undefined || !HOST.test(host)) counts.add(form, 'referrer')
  else counts.addText(form, 'referrer', textHash(secretKey, 'referrer', form, host), host)
}

/** A text with an at sign or with four digits may be an address, a phone number or a code of a person. */
const MAYBE_PERSONAL = /@|\d(?:.*\d){3}/

/** Counts a text that the search did not find. A text that may be about a person only counts as one more such text. */
function countSearch(counts: VisitCounts, secretKey: string, form: CountedForm, text: string): void {
  if (text === '' || text.length > MAX_SEARCHED_LENGTH || MAYBE_PERSONAL.test(text)) counts.add(form, 'search')
  else counts.addText(form, 'search', textHash(secretKey, 'search', form, text), text)
}

function textHash(secretKey: string, kind: string, { customer }: CountedForm, text: string): string {
  return keyedHash(Buffer.from(secretKey), 'visit-text-v1', JSON.stringify([kind, customer, text]))
    .subarray(0, 16)
    .toString('hex')
}
