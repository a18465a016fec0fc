import type { Envelope } from '@sportello/contract'
import { CallError, type ClientSettings, envelopeOf, unwrap } from '../shared/call.ts'
import { forgetCredential, keepCredential, readCredential } from './session/credential.ts'
import { setSecondFactorDue } from './session/second-factor.ts'
import { signedInAgain } from './session/session.ts'

/** What the server hands to the dashboard. */
interface DashboardSettings extends ClientSettings {
  /** Where passkeys are made and used; null where the deployment's public address allows none. */
  passkeyOrigin: string | null
  /** The operators' login provider: what it is called, and where logging in there begins. */
  provider: { name: string; path: string } | null
}

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as DashboardSettings

/** How one may come in beside a password. */
export const signInMethods: Pick<DashboardSettings, 'passkeyOrigin' | 'provider'> = settings

interface CallOptions {
  /** Empty and absent values are left out. */
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  /** Of what is changed, as it was read: the call is refused with forms_mgmt0004 where somebody else has changed it since. */
  version?: string
  signal?: AbortSignal
  /** Whether a session that is over is told at once, instead of asking the operator to sign in again. */
  asksNoSignIn?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let language = 'it'
let lastCallAt = 0
let granted = false

/** In which language the server speaks from now on. */
export function speak(code: string): void {
  language = code
}

/** From now on a session that ends is begun again in place (administrator specification, section 6: access is granted once the system settings load). */
export function grantAccess(): void {
  granted = true
}

export const isGranted = () => granted
/** Milliseconds since a call last kept the session alive. */
export const quietFor = () => Date.now() - lastCallAt

/** A management call, by its path below `/managements`. @throws CallError */
export async function manage<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await manageWithHeaders<T>(method, path, options)).data
}

/** As `manage`, with what the answer says beside its data, such as `X-Total-Count`. */
export async function manageWithHeaders<T>(method: Method, path: string, options: CallOptions = {}): Promise<{ data: T; headers: Headers }> {
  for (;;) {
    const credential = readCredential()
    const { status, envelope, headers } = await send<T>(method, `/managements${path}`, options, credential)
    const refusal = envelope.success ? undefined : envelope.errors[0]?.data.code
    if (refusal === 'http_proof' && granted && !options.asksNoSignIn) {
      await signedInAgain(credential, 'proof')
      continue
    }
    if (refusal === 'http_second_factor') setSecondFactorDue(true)
    if (status === 401 && refusal === 'http_credential') {
      if (granted && !options.asksNoSignIn) {
        await signedInAgain(credential)
        continue
      }
      forgetCredential()
    }
    const data = unwrap(envelope, status)
    if (credential !== undefined && readCredential() === credential) keepCredential(credential)
    lastCallAt = Date.now()
    return { data, headers }
  }
}

/**
 * Fetches a file and hands it to the browser to be kept.
 * @param onBytes told how much has come so far
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

function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const told = Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]))
  return settings.apiBase + path + (told.length > 0 ? `?${new URLSearchParams(told)}` : '')
}

function headersOf(credential: string | undefined): Record<string, string> {
  return { 'X-Api-Key': settings.apiKey, 'Accept-Language': language, ...(credential !== undefined && { Authorization: `Bearer ${credential}` }) }
}

/** A call of the visitor's side, such as a customer's configuration. @throws CallError */
export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
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
