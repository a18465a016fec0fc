import { Gauge, Registry } from 'prom-client'
import { type Timed, walkAsVisitor } from './probe-visitor.ts'

/** Error for a call of the command `probe` with a wrong URL or option. */
export class ProbeRejected extends Error {}

interface Options {
  send?: boolean | undefined
  email?: string | undefined
  /** `text` (preset) or `prometheus`. */
  format?: string | undefined
  /** Seconds after which a call has failed, as text. */
  timeout?: string | undefined
}

/** Duration of a part of the walk in milliseconds. */
interface Step {
  name: string
  ms: number
}

interface Result {
  url: string
  steps: readonly Step[]
  ticket?: string | undefined
  /** What went wrong in the last step; undefined if the walk reached its end. */
  failure?: string | undefined
}

const DEFAULT_TIMEOUT_S = 10
const FORMATS: Readonly<Record<string, (result: Result) => string | Promise<string>>> = { text: asText, prometheus: asMetrics }

/**
 * Walks through a form of a running deployment as a visitor does, and writes how long each part took. Needs nothing but
 * the URL of the form, so it can run on another machine.
 * @returns true if the walk reached its end
 * @throws ProbeRejected
 */
export async function probe([url, ...others]: readonly string[], options: Options, write: (text: string) => void): Promise<boolean> {
  const { format = 'text', send = false, email, timeout = String(DEFAULT_TIMEOUT_S) } = options
  const report = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (url === undefined || others.length > 0) throw new ProbeRejected('probe needs the URL of one form')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new ProbeRejected(`${url} is not an http or https URL`)
  if (new URL(url).pathname === '/') throw new ProbeRejected(`${url} names no form`)
  if (!report) throw new ProbeRejected(`probe knows the formats ${Object.keys(FORMATS).join(', ')}`)
  if (email !== undefined && !send) throw new ProbeRejected('--email needs --send')
  const seconds = Number(timeout)
  if (!(seconds > 0 && seconds <= 300)) throw new ProbeRejected('--timeout is a number of seconds up to 300')

  const steps: Step[] = []
  const timed: Timed = async (name, run) => {
    const began = performance.now()
    return run().finally(() => steps.push({ name, ms: performance.now() - began }))
  }
  const result: Result = await walkAsVisitor({ url, timeoutMs: seconds * 1_000, send, email }, timed).then(
    (ticket) => ({ url, steps, ticket: ticket && printable(ticket) }),
    // An answer that this product never gives may fail anywhere; that too is a result.
    (error: Error) => ({ url, steps, failure: printable(error.message) }),
  )
  write(await report(result))
  return result.failure === undefined
}

/** Returns a text of the probed server without characters that a terminal would execute. */
const printable = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ').slice(0, 1_000)

function asText({ steps, ticket, failure }: Result): string {
  const lines = steps.map(({ name, ms }) => `${name.padEnd(16)} ${ms.toFixed(0).padStart(6)} ms`)
  const total = steps.reduce((sum, { ms }) => sum + ms, 0)
  const end = failure === undefined ? `reached the end in ${total.toFixed(0)} ms` : `FAILED after ${total.toFixed(0)} ms: ${failure}`
  return [...lines, ticket === undefined ? end : `${end}, ticket ${ticket}`].join('\n')
}

/** Writes the result for the textfile collector of Prometheus' node exporter, without a line break at the end. */
async function asMetrics({ url, steps, failure }: Result): Promise<string> {
  const registers = [new Registry()]
  const labels = { url }
  new Gauge({ name: 'sportello_probe_success', help: '1 if the walk through the form reached its end', labelNames: ['url'], registers }).set(
    labels,
    failure === undefined ? 1 : 0,
  )
  new Gauge({ name: 'sportello_probe_timestamp_seconds', help: 'Time of the walk, as Unix time', labelNames: ['url'], registers }).set(
    labels,
    Math.round(Date.now() / 1_000),
  )
  const seconds = new Gauge({ name: 'sportello_probe_seconds', help: 'Duration of each part of the walk', labelNames: ['url', 'step'], registers })
  for (const { name, ms } of steps) seconds.set({ url, step: name }, Math.round(ms) / 1_000)
  return (await Promise.all(registers.map((registry) => registry.metrics()))).join('').trimEnd()
}
