import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Answer, startSink, type Taken } from './destination-case.ts'

/** An HTTP exchange with a ticket system. Secrets are replaced, and bodies of JSON are stored as values. */
export interface Exchange {
  request: { method: string; path: string; headers: Readonly<Record<string, string>>; body?: unknown }
  response: { status: number; headers: Readonly<Record<string, string>>; body?: unknown }
}

interface Recording {
  /** The system and version from which the exchanges were recorded, or the documentation from which they were written. */
  source: string
  scenarios: Readonly<Record<string, Exchange[]>>
}

/** Reads the recorded exchanges with a ticket system from `test/recordings`. */
export const readRecording = (kind: string): Recording => JSON.parse(readFileSync(new URL(`./recordings/${kind}.json`, import.meta.url), 'utf8'))

/** Returns a request's body as recordings contain it: JSON as a value, other bodies as text with a fixed boundary,
 * and only the length of large bodies. */
function recordedBody(headers: Taken['headers'], body: Buffer): unknown {
  const type = headers['content-type'] ?? ''
  if (body.length === 0) return undefined
  if (body.length > 10_000) return `${body.length} bytes`
  if (type === 'application/json') return JSON.parse(body.toString())
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  const text = body.toString()
  return boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY')
}

/**
 * Starts a server that answers the requests of a connector with recorded responses, in their order. `check` fails if a
 * request differed from the recorded one in its method, path, recorded headers or body, or if a request is missing.
 */
export async function replay(exchanges: readonly Exchange[]) {
  const seen: unknown[] = []
  const sink = await startSink((response, { method, url, headers, body }) => {
    const exchange = exchanges[seen.length]
    const names = Object.keys(exchange?.request.headers ?? {})
    const given = Object.fromEntries(names.map((name) => [name, String(headers[name]).replace(/boundary=\S+/, 'boundary=BOUNDARY')]))
    const content = recordedBody(headers, body)
    seen.push({ method, path: url, headers: given, ...(content !== undefined && { body: content }) })
    answerWith(response, exchange?.response ?? { status: 599, headers: {} })
  })
  return {
    url: sink.url.replace('/hook', '/'),
    check: () => expect(seen).toEqual(exchanges.map(({ request }) => request)),
    close: sink.close,
  }
}

/** Sends a recorded response. */
export function answerWith(response: Parameters<Answer>[0], { status, headers, body }: Exchange['response']): void {
  response.writeHead(status, headers)
  response.end(typeof body === 'object' ? JSON.stringify(body) : body)
}
