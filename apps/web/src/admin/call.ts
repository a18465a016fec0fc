import type { Envelope } from '@sportello/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { CallError, type ClientSettings, envelopeOf, unwrap } from '../shared/call.ts'
import { forgetCredential, keepCredential, readCredential } from './session/credential.ts'
import { setSecondFactorDue } from './session/second-factor.ts'
import { waitForSignIn } from './session/session.ts'

/** Settings that the server embeds in the dashboard's page. */
interface DashboardSettings extends ClientSettings {
  /** Origin on which operators' passkeys work; null if the deployment's public URL allows none. */
  passkeyOrigin: string | null
  /** The operators' login provider: its display name and the path that starts a sign-in there; null if none is configured. */
  provider: { name: string; path: string } | null
}

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as DashboardSettings

/** Settings of the sign-in methods that the deployment offers to operators besides the password. */
export const signInMethods: Pick<DashboardSettings, 'passkeyOrigin' | 'provider'> = settings

interface CallOptions {
  /** Query parameters of the API call; empty and undefined values are left out. */
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  /**
   * Version of the resource that the operator edited. The server rejects the call with forms_mgmt0004 if the resource
   * has changed since.
   */
  version?: string
  signal?: AbortSignal
  /** Whether an expired session fails the API call at once, instead of asking the operator to sign in again. */
  asksNoSignIn?: boolean
  /**
   * Whether the dashboard makes the API call without an action of the operator. Such a call does not keep the
   * operator's session open, and never asks the operator to sign in.
   */
  background?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let language = 'it'
let lastCallAt = 0
let granted = false

/** Sets the language in which the server answers later API calls. */
export function setServerLanguage(code: string): void {
  language = code
}

/**
 * Lets later API calls ask the operator in a dialog to sign in again when the session ends. Called after the system
 * settings have loaded, because only then access is granted (administrator specification, section 6).
 */
export function grantAccess(): void {
  granted = true
}

export const isGranted = () => granted
/** Returns the milliseconds since the last API call that kept the session alive. */
export const idleMilliseconds = () => Date.now() - lastCallAt

/** Calls a management endpoint by its path below `/managements` and returns its data. @throws CallError */
export async function manage<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await manageWithHeaders<T>(method, path, options)).data
}

/** Calls a management endpoint like `manage`, and also returns the response headers, such as `X-Total-Count`. */
export async function manageWithHeaders<T>(method: Method, path: string, options: CallOptions = {}): Promise<{ data: T; headers: Headers }> {
  for (;;) {
    const credential = readCredential()
    const { status, envelope, headers } = await send<T>(method, `/managements${path}`, options, credential)
    const refusal = envelope.success ? undefined : envelope.errors[0]?.data.code
    if (refusal === 'http_proof' && granted && !options.asksNoSignIn) {
      await waitForSignIn(credential, 'proof')
      continue
    }
    if (refusal === 'http_second_factor') setSecondFactorDue(true)
    if (status === 401 && refusal === 'http_credential') {
      if (granted && !options.asksNoSignIn && !options.background) {
        await waitForSignIn(credential)
        continue
      }
      forgetCredential()
    }
    const data = unwrap(envelope, status)
    if (!options.background) {
      if (credential !== undefined && readCredential() === credential) keepCredential(credential)
      lastCallAt = Date.now()
    }
    return { data, headers }
  }
}

/**
 * Downloads a file from a management endpoint and saves the file through the browser.
 * @param onBytes receives the number of bytes downloaded so far
 * @throws CallError
 */
export async function download(
  path: string,
  query: CallOptions['query'],
  name: string,
  watch: { signal?: AbortSignal; onBytes?: (bytes: number) => void } = {},
) {
  const response = await fetch(addressOf(`/managements${path}`, query), { headers: headersOf(readCredential()), ...(watch.signal && { signal: watch.signal }) })
  if (!response.ok || !response.body) unwrap(envelopeOf(await response.text(), response.status), response.status)
  const parts: BlobPart[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    watch.onBytes?.(bytes)
  }
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Yields the server-sent events of a management endpoint until the stream ends or `signal` aborts.
 * @throws CallError
 */
export async function* followEvents(path: string, query: CallOptions['query'], signal: AbortSignal): AsyncGenerator<{ event: string; data: unknown }> {
  const response = await fetch(addressOf(`/managements${path}`, query), { headers: headersOf(readCredential()), signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new CallError([], 0)
  })
  if (!response.ok || !response.body) unwrap(envelopeOf(await response.text(), response.status), response.status)
  const events = response.body
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
  for await (const { event = 'message', data } of events ?? []) yield { event, data: JSON.parse(data) as unknown }
}

function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]))
  return settings.apiBase + path + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
}

function headersOf(credential: string | undefined): Record<string, string> {
  return { 'X-Api-Key': settings.apiKey, 'Accept-Language': language, ...(credential !== undefined && { Authorization: `Bearer ${credential}` }) }
}

/** Calls an endpoint of the visitor's API, such as a customer's configuration. @throws CallError */
export async function callVisitorApi<T>(path: string, signal?: AbortSignal): Promise<T> {
  const { envelope, status } = await send<T>('GET', path, signal ? { signal } : {}, undefined)
  return unwrap(envelope, status)
}

async function send<T>(
  method: Method,
  path: string,
  { query, body, version, signal }: CallOptions,
  credential: string | undefined,
): Promise<{ status: number; envelope: Envelope<T>; headers: Headers }> {
  let response: Response
  let text: string
  try {
    response = await fetch(addressOf(path, query), {
      method,
      headers: {
        ...headersOf(credential),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError([], 0)
  }
  return { status: response.status, envelope: envelopeOf<T>(text, response.status), headers: response.headers }
}
