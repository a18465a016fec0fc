import type { Integration } from '@sportello/contract'
import type { Payload } from '@sportello/fields'
import { Fault } from '../http/fault.ts'

/** Nobody waits longer for a list, whatever the service's own limit. */
const MAX_WAIT_MS = 5_000
const MAX_ANSWER_BYTES = 1_048_576

type Code = 'forms_integrations0002' | 'forms_integrations0003' | 'forms_integrations0006'

/** The cause is for the log: it names the service and what it did, never an address, a header or what the visitor sent. */
export function serviceFault(code: Code, service: string, what: string): Fault {
  return new Fault([{ code }], {
    cause: new Error(`service "${service}" ${what}`),
    ...(code === 'forms_integrations0006' && { headers: { 'retry-after': '5' } }),
  })
}

/**
 * Asks a service over HTTP and gives the JSON that it answers. The address is the operator's: what a visitor sent travels as query
 * parameters or as a JSON body, never in the path or the host; a redirect is not followed.
 * @throws Fault forms_integrations0006 when it does not answer in time, 0003 when it refuses or does not speak JSON, 0002 when it sends too much.
 */
export async function askService(integration: Integration, payload: Payload): Promise<unknown> {
  const { service, timeout_ms: wait = MAX_WAIT_MS } = integration
  const signal = AbortSignal.timeout(Math.min(wait, MAX_WAIT_MS))
  let text: string
  try {
    const response = await fetch(addressOf(integration, payload), { ...requestOf(integration, payload), redirect: 'manual', signal })
    if (response.status < 200 || response.status >= 300) {
      await response.body?.cancel()
      throw serviceFault('forms_integrations0003', service, `answered ${response.status}`)
    }
    text = await readBounded(response, service)
  } catch (error) {
    if (error instanceof Fault) throw error
    throw serviceFault('forms_integrations0006', service, signal.aborted ? 'did not answer in time' : `cannot be reached: ${reasonOf(error)}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw serviceFault('forms_integrations0003', service, 'answered something that is no JSON')
  }
}

function addressOf({ url = '', method = 'GET' }: Integration, payload: Payload): URL {
  const address = new URL(url)
  if (method === 'GET') for (const [key, value] of Object.entries(payload)) address.searchParams.set(key, String(value))
  return address
}

function requestOf({ method = 'GET', headers = {} }: Integration, payload: Payload): RequestInit {
  const all = new Headers({ accept: 'application/json', ...headers })
  if (method === 'GET') return { method, headers: all }
  all.set('content-type', 'application/json')
  return { method, headers: all, body: JSON.stringify(payload) }
}

/** The text of an answer; what is longer than it may be is cut off while it arrives, also where it grows only by being unpacked. */
async function readBounded(response: Response, service: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw serviceFault('forms_integrations0002', service, `answered more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Node's own code of a connection's failure, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection error'
}
