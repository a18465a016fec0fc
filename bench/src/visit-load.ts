import { VISIT_HEADER } from '@sportello/contract'
import { VisitCounter } from '../../apps/web/src/visitor/features/visit/visit-counter.ts'
import { launchChromium } from './chromium.ts'
import { exchange, headOf, submitMessage } from './load.ts'

/** Connections over which visitors send their requests, and those over which their browsers send reports. */
const CLIENTS = 8
const REPORTERS = 4
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const API = '/forms-service/rs/v2'
/** Every how many steps a visitor looks at something else meanwhile, so that the browser sends one more report. */
const INTERRUPTED = 5

/** A server, and the form `bench` on it. */
export interface Target {
  url: string
  /** Version of the form; null if its visits are not counted. */
  counted: string | null
}

/** What a visitor requests, as complete HTTP requests, and the status of the responses. */
export interface Visit {
  requests: () => (string | Buffer)[]
  status: number
  /** True if the visitor submits the form. */
  sends: boolean
}

/** Returns the visit of a browser that opens the form without anything in its cache, as Chromium requests it. */
export async function firstVisit({ url }: Target): Promise<Visit> {
  const browser = await launchChromium()
  const page = await browser.newPage({ locale: 'it-IT' })
  const found: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'GET' || response.status() !== 200 || !request.url().startsWith(url)) return
    const { 'x-api-key': key, 'accept-language': language = 'it-IT' } = request.headers()
    found.push(headOf('GET', request.url(), { 'accept-encoding': 'br', 'accept-language': language, ...(key !== undefined && { 'x-api-key': key }) }))
  })
  await page.goto(`${url}/bench`, { waitUntil: 'networkidle' })
  await browser.close()
  return { requests: () => found, status: 200, sends: false }
}

/** Returns the visit of a browser that has the files of the form in its cache. */
export function laterVisit({ url }: Target): Visit {
  const page = headOf('GET', `${url}/bench`, { 'accept-encoding': 'br', 'accept-language': 'it-IT' })
  return { requests: () => [page], status: 200, sends: false }
}

/** Number of different visits after which their reports repeat. */
const DIFFERENT = 40

/** Returns a submission, which carries the report of its visit. Opening the form is not part of it. */
export function submission({ url, counted }: Target): Visit {
  // Made beforehand, because this program runs on the same cores as the server that it measures.
  const headers = Array.from({ length: DIFFERENT }, (_, number) => ({
    'user-agent': BROWSER,
    ...(counted !== null && {
      [VISIT_HEADER.toLowerCase()]: encodeURIComponent(JSON.stringify({ version: counted, language: 'it', ...countsOf(number, true).report })),
    }),
  }))
  let sent = 0
  return { requests: () => [submitMessage(`${url}${API}/forms/bench`, headers[sent++ % DIFFERENT])], status: 201, sends: true }
}

/**
 * Sends the requests of `count` visits, and over further connections the reports of their browsers, if the visits are
 * counted.
 * @returns visits per second
 */
export async function visitsPerSecond({ url, counted }: Target, { requests, status, sends }: Visit, count: number): Promise<number> {
  const reports =
    counted === null ? [] : Array.from({ length: count }, (_, number) => reportsOf(`${url}${API}/analytics/bench/visits`, counted, number, sends)).flat()
  let left = count
  let open: (string | Buffer)[] = []
  const next = () => {
    if (open.length === 0 && left-- > 0) open = [...requests()]
    return open.shift()
  }
  const started = performance.now()
  await Promise.all([exchange(url, CLIENTS, next, status), ...(reports.length > 0 ? [exchange(url, REPORTERS, () => reports.shift(), 202)] : [])])
  return count / ((performance.now() - started) / 1_000)
}

/** Mean number of reports of a visit. */
export const reportsPerVisit = (sends: boolean) => {
  const visits = 2 * INTERRUPTED
  return (
    Array.from({ length: visits }, (_, number) => reportsOf('http://x/', 'bench-root.1', number, sends).length).reduce((sum, each) => sum + each, 0) / visits
  )
}

/** Returns the reports of a visit that are no part of another request, as HTTP requests. */
const reportsOf = (url: string, version: string, number: number, sends: boolean): string[] =>
  countsOf(number, sends).beacons.map((counts) => beacon(url, JSON.stringify({ version, language: 'it', ...counts })))

/** Returns what the code of the browser reports of a visit of two steps: in beacons, and with its submission. */
function countsOf(number: number, sends: boolean) {
  const counter = new VisitCounter({ device: 'phone', ...(number % 2 === 0 && { referrer: 'comune.example.org' }) }, 0)
  let now = 0
  const reports: ReturnType<VisitCounter['hide']>[] = []
  for (const [at, path] of [['bench-root'], ['bench-root', 'report']].entries()) {
    reports.push(counter.count({ kind: 'step', path }, now))
    now += 1_000 * (2 + ((number * 7) % 40))
    if ((2 * number + at) % INTERRUPTED === 0) {
      reports.push(counter.hide(now))
      counter.show(now)
    }
  }
  const report = sends ? counter.carry('report', now) : null
  if (sends) reports.push(counter.settle('stored', now))
  reports.push(counter.hide(now))
  return { beacons: reports.filter((each) => each !== null), report }
}

/** Returns a report as a browser sends it. */
function beacon(url: string, body: string): string {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': BROWSER,
    accept: '*/*',
    'accept-language': 'it-IT',
    'accept-encoding': 'gzip, deflate, br',
    origin: new URL(url).origin,
    referer: `${new URL(url).origin}/bench`,
  }
  return headOf('POST', url, headers) + body
}
