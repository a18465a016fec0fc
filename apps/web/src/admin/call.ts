import type { Envelope } from '@sportello/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { type ClientSettings, envelopeOf, unwrap } from '../shared/call.ts'
import { CallError } from '../shared/call-error.ts'
import { forgetCredential, keepCredential, readCredential } from './session/credential.ts'
import { setSecondFactorDue } from './session/second-factor.ts'
import { waitForSignIn } from './session/session.ts'

/** Settings that the server embeds in the dashboard's page. */
interface DashboardSettings extends ClientSettings {
  /** Origin on which operators' passkeys work; null if passkeys cannot work with the deployment's public URL. */
  passkeyOrigin: string | null
  /**
   * Login provider for operators: its display name, and the path that starts a sign-in with the provider; null if no
   * provider is configured.
   */
  provider: { name: string; path: string } | null
}

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as DashboardSettings

/** Settings for the sign-in methods that operators can use instead of a password. */
export const signInMethods: Pick<DashboardSettings, 'passkeyOrigin' | 'provider'> = settings

interface CallOptions {
  /** Query parameters of the API call. Parameters with an empty or undefined value are not sent. */
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  /**
   * Version of the resource at the time when the operator opened it for editing. The server rejects the call with
   * forms_mgmt0004 if the resource has changed since then.
   */
  version?: string
  signal?: AbortSignal
  /**
   * True if the API call fails immediately when the session has expired. Otherwise the dashboard asks the operator to
   * sign in again.
   */
  asksNoSignIn?: boolean
  /**
   * True if the dashboard itself makes the API call, for example at regular intervals, and not the operator. Such a
   * call does
   * not extend the operator's session and never asks the operator to sign in.
   */
  background?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let language = 'it'
let lastCallAt = 0
let granted = false

/** Sets the language of the server's responses to later API calls. */
export function setServerLanguage(code: string): void {
  language = code
}

/**
 * Called once the system settings have loaded, because access is granted only then (administrator specification,
 * section
 * 6). From now on, if an API call fails because the session has ended, a dialog asks the operator to sign in again.
 */
export function grantAccess(): void {
  granted = true
}

export const isGranted = () => granted
/** Returns the number of milliseconds since the last API call that extended the session. */
export const idleMilliseconds = () => Date.now() - lastCallAt

/**
 * Calls a management endpoint and returns its data. The path is relative to `/managements`.
 * @throws CallError
 */
export async function manage<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await manageWithHeaders<T>(method, path, options)).data
}

/**
 * Calls a management endpoint like `manage`, but returns the response headers, such as `X-Total-Count`, together with
 * the data.
 */
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
      // The operator may have signed in again since the call was sent.
      if (readCredential() === credential) forgetCredential()
    }
    const data = unwrap(envelope, status)
    if (!options.background) {
      if (credential !== undefined && readCredential() === credential) keepCredential(credential)
      lastCallAt = Date.now()
    }
    return { data, headers }
  }
}

interface Watch {
  signal?: AbortSignal
  /** Receives the number of bytes downloaded so far. */
  onBytes?: (bytes: number) => void
}

/**
 * Downloads a file from a management endpoint.
 * @throws CallError
 */
export async function readFile(path: string, query: CallOptions['query'], watch: Watch = {}): Promise<BlobPart[]> {
  const response = await fetch(addressOf(`/managements${path}`, query), { headers: headersOf(readCredential()), ...(watch.signal && { signal: watch.signal }) })
  if (!response.ok || !response.body) unwrap(envelopeOf(await response.text(), response.status), response.status)
  const parts: BlobPart[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    watch.onBytes?.(bytes)
  }
  return parts
}

/**
 * Downloads a file from a management endpoint and lets the browser save it.
 * @throws CallError
 */
export async function download(path: string, query: CallOptions['query'], name: string, watch: Watch = {}) {
  const address = URL.createObjectURL(new Blob(await readFile(path, query, watch), { type: 'application/octet-stream' }))
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

/** Returns the whole URL of an endpoint, for other systems that call it. */
export const apiAddress = (path: string) => new URL(addressOf(path), location.href).href

function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]))
  return settings.apiBase + path + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
}

function headersOf(credential: string | undefined): Record<string, string> {
  return { 'X-Api-Key': settings.apiKey, 'Accept-Language': language, ...(credential !== undefined && { Authorization: `Bearer ${credential}` }) }
}

/**
 * Calls an endpoint of the visitor API, for example to load a customer's configuration.
 * @throws CallError
 */
export async function callVisitorApi<T>(path: string, signal?: AbortSignal): Promise<T> {
  const { envelope, status } = await send<T>('GET', path, signal ? { signal } : {}, undefined)
  return unwrap(envelope, status)
}

async function send<T>(
  method: Method,
  path: string,
  { query, body, version, signal, background }: CallOptions,
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
        ...(background && { 'X-Background': '1' }),
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
