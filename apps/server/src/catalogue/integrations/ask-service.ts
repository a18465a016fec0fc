import type { Integration } from '@sportello/contract'
import type { Payload } from '@sportello/fields'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Outbound, type OutboundCall, OutboundError } from '../../platform/http/outbound/outbound.ts'

/**
 * Upper limit in milliseconds for the timeout of a call to a data source. A longer timeout in the data source's
 * settings is reduced to it.
 */
const MAX_WAIT_MS = 5_000

type Code = 'forms_integrations0002' | 'forms_integrations0003' | 'forms_integrations0006'

/**
 * Creates the error for a failed call to a data source. The error's cause is written to the log: it names the data
 * source and the problem, but contains no URL, header or data of the visitor.
 */
export function serviceError(code: Code, service: string, what: string): ApiError {
  return new ApiError([{ code }], {
    cause: new Error(`service "${service}" ${what}`),
    ...(code === 'forms_integrations0006' && { headers: { 'retry-after': '5' } }),
  })
}

/**
 * Calls a data source over HTTP and returns its JSON. The operator configures the URL; the server sends the visitor's
 * data as query parameters or as a JSON body, never in the URL's path or host. Does not follow redirects.
 * @throws ApiError forms_integrations0006 on a timeout, 0003 on an error status or a body that is not JSON, 0002 if the
 * body is too long.
 */
export async function askService(outbound: Outbound, integration: Integration, payload: Payload): Promise<unknown> {
  const { service, timeout_ms: wait = MAX_WAIT_MS } = integration
  const answer = await outbound
    .ask({ url: addressOf(integration, payload), ...requestOf(integration, payload), timeoutMs: Math.min(wait, MAX_WAIT_MS), reach: 'any', whole: true })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error
      if (error.reason === 'too_large') throw serviceError('forms_integrations0002', service, error.message)
      throw serviceError('forms_integrations0006', service, error.reason === 'timeout' ? 'did not answer in time' : `cannot be reached: ${error.message}`)
    })
  if (answer.status < 200 || answer.status >= 300) throw serviceError('forms_integrations0003', service, `answered ${answer.status}`)
  try {
    return JSON.parse(answer.text)
  } catch {
    throw serviceError('forms_integrations0003', service, 'answered something that is no JSON')
  }
}

function addressOf({ url = '', method = 'GET' }: Integration, payload: Payload): URL {
  const address = new URL(url)
  if (method === 'GET') for (const [key, value] of Object.entries(payload)) address.searchParams.set(key, String(value))
  return address
}

function requestOf({ method = 'GET', headers = {} }: Integration, payload: Payload): Pick<OutboundCall, 'method' | 'headers' | 'body'> {
  const all = new Headers({ accept: 'application/json', ...headers })
  if (method === 'GET') return { method, headers: all }
  all.set('content-type', 'application/json')
  return { method, headers: all, body: JSON.stringify(payload) }
}
