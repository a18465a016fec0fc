import {
  type ChatAddress,
  type ChatState,
  type Confirmation,
  type CustomerConfiguration,
  type DryRunReport,
  type Envelope,
  ERROR_STATUS,
  FOLLOW_UP_PAGE_HEADER,
  FORM_VERSION_HEADER,
  type FollowUp,
  isPreviewCode,
  type Language,
  type LinkState,
  type OfferedOptions,
  type OpeningDraft,
  type ResentLink,
  type SavedDraft,
  type SearchResult,
  type SendReceipt,
  type SiteMapNode,
  type Statement,
  type StatementKind,
  type TagView,
  VISIT_HEADER,
} from '@sportello/contract'
import { CallError } from './call-error.ts'
import { connection } from './connection.ts'
import { showDryRun } from './dry-run.ts'

/**
 * The API calls that load the data of a visitor's page. In the browser they are network calls; when the server renders
 * the page, they are function calls in the same process.
 */
export interface Api {
  getCustomer: (customerCode: string) => Promise<Envelope<CustomerConfiguration>>
  getTag: (customerCode: string, codeTag: string) => Promise<Envelope<TagView>>
  getStatement: (customerCode: string, kind: StatementKind, locale: Language) => Promise<Envelope<Statement>>
  /** Returns whether the code of a mailed link is still valid. The check does not use up the code. */
  checkConfirmation: (customerCode: string, code: string) => Promise<Envelope<LinkState>>
  checkRecovery: (customerCode: string, code: string) => Promise<Envelope<LinkState>>
}

interface Sending {
  signal: AbortSignal
  onProgress: (part: number) => void
  /** Report of the visit, for the header `VISIT_HEADER`. */
  visit?: string | undefined
}

/** Key of the mailed link of a saved draft, and the second factor if it has one. */
export interface DraftLink {
  key: string
  second_factor?: string | undefined
}

/** A call of a customer's login endpoint. `parts` are the path segments after the customer's login path. */
export interface LoginCall {
  method: 'POST' | 'PUT'
  parts: readonly string[]
  query?: Readonly<Record<string, string>>
}

/** Settings that the server embeds in each page, for visitors and operators. */
export interface ClientSettings {
  apiBase: string
  apiKey: string
  /** Code of the visitor's session; undefined if the visitor has none. */
  sessionCode?: string
  /** Version of the form with which the visitor started; undefined on pages without a form. */
  formVersion?: string
}

const path = (...segments: string[]) => `/forms/${segments.map(encodeURIComponent).join('/')}`

export function browserApi(settings: ClientSettings, language: () => string) {
  function withCode(at: string, query: Record<string, string> = {}): string {
    const whole = new URLSearchParams({ ...query, ...(settings.sessionCode !== undefined && { code: settings.sessionCode }) }).toString()
    return whole === '' ? at : `${at}?${whole}`
  }
  const headers = () => ({
    'X-Api-Key': settings.apiKey,
    'Accept-Language': language(),
    ...(settings.formVersion !== undefined && { [FORM_VERSION_HEADER]: encodeURIComponent(settings.formVersion) }),
  })

  async function call<T>(
    method: string,
    at: string,
    body?: unknown,
    signal?: AbortSignal,
    more?: Record<string, string>,
  ): Promise<{ envelope: Envelope<T>; status: number }> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), CALL_TIMEOUT_MS)
    signal?.addEventListener('abort', () => limit.abort())
    try {
      const response = await fetch(settings.apiBase + at, {
        method,
        headers: { ...headers(), ...more, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: limit.signal,
      })
      const text = await response.text()
      connection.reached()
      return { envelope: envelopeOf<T>(text, response.status), status: response.status }
    } catch (error) {
      if (error instanceof CallError) throw error
      if (!signal?.aborted) connection.lost()
      throw new CallError([], 0)
    } finally {
      clearTimeout(timer)
    }
  }
  const fileAt = (at: string, sent: Record<string, string>) => downloaded(settings.apiBase + at, sent)
  const ask = async <T>(...parts: Parameters<typeof call>) => {
    const { envelope, status } = await call<T>(...parts)
    return unwrap(envelope, status)
  }

  return {
    getCustomer: async (customer: string) => (await call<CustomerConfiguration>('GET', withCode(path(customer)))).envelope,
    getTag: async (customer: string, tag: string) => (await call<TagView>('GET', withCode(path(customer, 'tags', tag)))).envelope,
    getStatement: async (customer: string, kind: StatementKind, locale: Language) =>
      (await call<Statement>('GET', `${path(customer, 'statements', kind)}?${new URLSearchParams({ locale })}`)).envelope,
    checkConfirmation: async (customer: string, code: string) =>
      (await call<LinkState>('GET', `${path(customer, 'confirmation')}?${new URLSearchParams({ code })}`)).envelope,
    checkRecovery: async (customer: string, code: string) =>
      (await call<LinkState>('GET', `${path(customer, 'login', 'recovery')}?${new URLSearchParams({ code })}`)).envelope,
    confirm: (customer: string, code: string) => ask<Confirmation>('PUT', path(customer), { otp_code: code }),
    /** Downloads the receipt of a request as a PDF, by the key of its mailed link or of its submission. */
    getReceipt: (customer: string, by: { linkKey: string } | { idempotencyKey: string }) =>
      'linkKey' in by
        ? fileAt(`${path(customer, 'receipt')}?${new URLSearchParams({ key: by.linkKey })}`, headers())
        : fileAt(path(customer, 'receipt'), { ...headers(), 'Idempotency-Key': by.idempotencyKey }),
    /** A call of the page on which a requester follows a request. The cookie of its session says which one, and `page` which one it shows. */
    followUp: <T>(customer: string, method: string, parts: readonly string[], body?: unknown, page?: string) =>
      ask<T>(method, path(customer, 'follow-up', ...parts), body, undefined, page === undefined ? {} : { [FOLLOW_UP_PAGE_HEADER]: page }),
    /** Downloads a file of the follow-up page. */
    followUpFile: (customer: string, parts: readonly string[], page: string) =>
      fileAt(path(customer, 'follow-up', ...parts), { ...headers(), [FOLLOW_UP_PAGE_HEADER]: page }),
    /** Sends corrected answers of the follow-up page, with their files. */
    correctAnswers: (customer: string, message: string, form: FormData, { page, onProgress }: { page: string; onProgress: Sending['onProgress'] }) =>
      upload<FollowUp>(
        settings.apiBase + path(customer, 'follow-up', 'messages', message, 'correction'),
        { ...headers(), [FOLLOW_UP_PAGE_HEADER]: page },
        form,
        { signal: new AbortController().signal, onProgress },
      ),
    resendLink: (customer: string, ticket: string) => ask<ResentLink>('POST', path(customer, 'confirmation'), { ticket }),
    lookUpOptions: (customer: string, service: string, payload: object, signal: AbortSignal) =>
      ask<OfferedOptions>('POST', withCode(path(customer, 'integrations', service)), payload, signal),

    search: (customer: string, wanted: { query: string; starting_tag: string | undefined }, signal: AbortSignal) =>
      ask<SearchResult[]>('POST', withCode(path(customer, 'children')), wanted, signal),
    getSiteMap: (customer: string, tag: string | undefined, signal: AbortSignal) =>
      ask<SiteMapNode>('GET', withCode(path(customer, 'sitemap'), tag === undefined ? {} : { tag }), undefined, signal),
    chatState: (customer: string) => ask<ChatState>('GET', path(customer, 'chat')),
    chatAddress: (customer: string) => ask<ChatAddress>('GET', withCode(`/ebby/${encodeURIComponent(customer)}`)),
    leave: (customer: string) => ask<object>('DELETE', withCode(path(customer, 'session'))),
    logIn: <T>(customer: string, { method, parts, query = {} }: LoginCall, body: object) =>
      ask<T>(method, `${path(customer, 'login', ...parts)}?${new URLSearchParams(query)}`, body),

    /** Submits a request together with its files. In a preview, the server only checks the request. */
    async send(customer: string, form: FormData, idempotencyKey: string, { visit, ...watch }: Sending): Promise<SendReceipt> {
      const at = path(customer, ...(isPreviewCode(customer) ? ['dry-run'] : []))
      const own = { ...headers(), 'Idempotency-Key': idempotencyKey, ...(visit !== undefined && { [VISIT_HEADER]: visit }) }
      const answer = await upload<SendReceipt | DryRunReport>(settings.apiBase + at, own, form, watch)
      return 'receipt' in answer ? showDryRun(answer) : answer
    },
    saveDraft: (customer: string, form: FormData, idempotencyKey: string, watch: Sending) =>
      upload<SavedDraft>(settings.apiBase + path(customer, 'saved-drafts'), { ...headers(), 'Idempotency-Key': idempotencyKey }, form, watch),
    openDraft: (customer: string, link: DraftLink) => ask<OpeningDraft>('POST', path(customer, 'saved-drafts', 'open'), link),
    deleteDraft: (customer: string, link: DraftLink) => ask<{ deleted: boolean }>('POST', path(customer, 'saved-drafts', 'delete'), link),
    async getSavedFile(customer: string, link: DraftLink, id: string): Promise<Blob> {
      const response = await fetch(settings.apiBase + path(customer, 'saved-drafts', 'file'), {
        method: 'POST',
        headers: { ...headers(), 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...link, id }),
      })
      if (!response.ok) throw new CallError([], response.status)
      return response.blob()
    },
  }
}

/** Sends a form with its files. Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function upload<T>(url: string, headers: Readonly<Record<string, string>>, form: FormData, watch: Pick<Sending, 'signal' | 'onProgress'>): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const fail = () => {
      connection.lost()
      reject(new CallError([], 0))
    }
    // The timeout restarts at each progress event. A slow upload can therefore continue, but the call is aborted if
    // the upload stalls or the server does not respond.
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        fail()
        request.abort()
      }, CALL_TIMEOUT_MS)
    }
    request.upload.onprogress = (event) => {
      wait()
      if (event.lengthComputable) watch.onProgress(event.loaded / event.total)
    }
    request.onloadend = () => clearTimeout(timer)
    request.onerror = fail
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    request.onload = () => {
      connection.reached()
      try {
        resolve(unwrap(envelopeOf<T>(request.responseText, request.status), request.status))
      } catch (error) {
        reject(error)
      }
    }
    watch.signal.addEventListener('abort', () => request.abort())
    wait()
    request.send(form)
  })
}

async function downloaded(url: string, headers: Record<string, string>): Promise<Blob> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
  if (!response.ok) throw new CallError([], response.status)
  return response.blob()
}

/**
 * Timeout in milliseconds after which the page aborts an API call without progress. It is longer than the timeout of a
 * form's slowest data source.
 */
const CALL_TIMEOUT_MS = 60_000

/**
 * Parses the JSON envelope of the server's response.
 * @throws CallError without error entries if the response has no JSON envelope. It may be the error page of a proxy, or
 * it
 * may be truncated
 */
export function envelopeOf<T>(text: string, status: number): Envelope<T> {
  try {
    const envelope = JSON.parse(text) as Envelope<T>
    if (envelope.success || (envelope.success === false && envelope.errors.length > 0)) return envelope
  } catch {
    // Invalid JSON is handled below: the function throws the CallError at its end.
  }
  throw new CallError([], status)
}

/**
 * Returns the data in the server's response.
 * @throws CallError if the server rejected the call
 */
export function unwrap<T>(envelope: Envelope<T>, status?: number): T {
  if (envelope.success) return envelope.data
  const [first] = envelope.errors
  throw new CallError(envelope.errors, status ?? (first ? ERROR_STATUS[first.data.code] : 0))
}
