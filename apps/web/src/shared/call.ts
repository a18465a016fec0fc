import type {
  ChatAddress,
  ChatState,
  Confirmation,
  CustomerConfiguration,
  Envelope,
  ErrorEntry,
  OfferedOptions,
  SearchResult,
  SendReceipt,
  SiteMapNode,
  TagView,
} from '@sportello/contract'

/** A call that the server refused, or that never reached it. */
export class CallError extends Error {
  /** Empty when the network failed or the answer could not be read. */
  readonly errors: readonly ErrorEntry[]
  readonly status: number
  constructor(errors: readonly ErrorEntry[], status: number) {
    super(errors[0]?.data.message ?? 'network')
    this.errors = errors
    this.status = status
  }
}

/** The API as the pages use it; in the browser over the network, at render in the server's own process. */
export interface Api {
  getCustomer: (customerCode: string) => Promise<Envelope<CustomerConfiguration>>
  getTag: (customerCode: string, codeTag: string) => Promise<Envelope<TagView>>
}

/** A call of the ways in: its path below the customer's login. */
export interface LoginCall {
  method: 'POST' | 'PUT'
  parts: readonly string[]
  query?: Readonly<Record<string, string>>
}

/** What the server hands to its page. */
export interface ClientSettings {
  apiBase: string
  apiKey: string
  /** Of the visitor's session, where there is one. */
  sessionCode?: string
}

const path = (...segments: string[]) => `/forms/${segments.map(encodeURIComponent).join('/')}`

export function browserApi(settings: ClientSettings, language: () => string) {
  function withCode(at: string, query: Record<string, string> = {}): string {
    const whole = new URLSearchParams({ ...query, ...(settings.sessionCode !== undefined && { code: settings.sessionCode }) }).toString()
    return whole === '' ? at : `${at}?${whole}`
  }
  const headers = () => ({ 'X-Api-Key': settings.apiKey, 'Accept-Language': language() })

  async function call<T>(method: string, at: string, body?: unknown, signal?: AbortSignal): Promise<Envelope<T>> {
    const response = await fetch(settings.apiBase + at, {
      method,
      headers: { ...headers(), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch(() => {
      throw new CallError([], 0)
    })
    return (await response.json().catch(() => {
      throw new CallError([], response.status)
    })) as Envelope<T>
  }

  return {
    getCustomer: (customer: string) => call<CustomerConfiguration>('GET', withCode(path(customer))),
    getTag: (customer: string, tag: string) => call<TagView>('GET', withCode(path(customer, 'tags', tag))),
    confirm: (customer: string, code: string) => call<Confirmation>('PUT', path(customer), { otp_code: code }).then(unwrap),
    lookUpOptions: (customer: string, service: string, payload: object, signal: AbortSignal) =>
      call<OfferedOptions>('POST', withCode(path(customer, 'integrations', service)), payload, signal).then(unwrap),

    search: (customer: string, wanted: { query: string; starting_tag: string | undefined }, signal: AbortSignal) =>
      call<SearchResult[]>('POST', withCode(path(customer, 'children')), wanted, signal).then(unwrap),
    getSiteMap: (customer: string, tag: string | undefined, signal: AbortSignal) =>
      call<SiteMapNode>('GET', withCode(path(customer, 'sitemap'), tag === undefined ? {} : { tag }), undefined, signal).then(unwrap),
    chatState: (customer: string) => call<ChatState>('GET', path(customer, 'chat')).then(unwrap),
    chatAddress: (customer: string) => call<ChatAddress>('GET', withCode(`/ebby/${encodeURIComponent(customer)}`)).then(unwrap),
    logIn: <T>(customer: string, { method, parts, query = {} }: LoginCall, body: object) =>
      call<T>(method, `${path(customer, 'login', ...parts)}?${new URLSearchParams(query)}`, body).then(unwrap),

    /** Sends a request with its files. XMLHttpRequest, since fetch tells nothing of an upload's progress. */
    send(customer: string, form: FormData, idempotencyKey: string, watch: { signal: AbortSignal; onProgress: (part: number) => void }): Promise<SendReceipt> {
      return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', settings.apiBase + path(customer))
        for (const [name, value] of Object.entries({ ...headers(), 'Idempotency-Key': idempotencyKey })) request.setRequestHeader(name, value)
        request.upload.onprogress = (event) => event.lengthComputable && watch.onProgress(event.loaded / event.total)
        request.onerror = () => reject(new CallError([], 0))
        request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
        request.onload = () => {
          try {
            resolve(unwrap(JSON.parse(request.responseText) as Envelope<SendReceipt>, request.status))
          } catch (error) {
            reject(error instanceof CallError ? error : new CallError([], request.status))
          }
        }
        watch.signal.addEventListener('abort', () => request.abort())
        request.send(form)
      })
    },
  }
}

/** The data of an answer. @throws CallError when it was refused. */
export function unwrap<T>(envelope: Envelope<T>, status = 0): T {
  if (envelope.success) return envelope.data
  throw new CallError(envelope.errors, status)
}
