import { Readable } from 'node:stream'
import type { AuthoringRole, DeskRole, OfficeRole } from '@sportello/contract'
import type { Endpoint } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { apiError } from './api-error.ts'
import { invalidInput } from './input-errors.ts'
import { isStorableJson } from './json-limits.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest role among operators that may call the endpoint. */
    role?: OfficeRole
    /** The lowest role among authors that may also call the endpoint. */
    authoring?: AuthoringRole
    /** The lowest role of the desk that may also call the endpoint. */
    desk?: DeskRole
    wholeDeployment?: boolean
    beforeSecondFactor?: 'always' | 'none_yet'
    background?: true
    onlyReads?: true
  }
}

/**
 * A serialised API response with its ETag. The server validates and serialises the response once and can then send it
 * many times.
 */
export class SerializedAnswer {
  readonly body: string
  readonly etag: string
  constructor(body: string, etag: string) {
    this.body = body
    this.etag = etag
  }
}

/**
 * An API response with a long list. The server reads and sends the list in batches, so that only one batch at a time is
 * in
 * memory.
 */
export class StreamedList {
  readonly batches: AsyncIterable<readonly unknown[]>
  constructor(batches: AsyncIterable<readonly unknown[]>) {
    this.batches = batches
  }
}

/**
 * The data of an API response, already written as JSON. For large data that was checked when it was stored: checking and
 * writing a form of 30,000 steps again takes half a second.
 */
export class WrittenData {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

export interface Call<P, Q, B> {
  params: P
  query: Q
  body: B
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers an API endpoint. Checks the request's input before the handler runs, and the response before it is sent, so
 * that properties outside the API's contract cannot leak.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<A> | SerializedAnswer | StreamedList | WrittenData>,
): void {
  app.route({
    ...routeOptionsOf(endpoint),
    async handler(request, reply) {
      // Returns the same error for a malformed form code in the URL path as for a form code that does not exist.
      const params = endpoint.params.safeParse(request.params)
      if (!params.success) throw apiError(endpoint.role ? 'http_not_found' : 'forms0001')
      const query = endpoint.query.safeParse(request.query)
      if (!query.success) throw endpoint.role ? invalidInput(query.error) : apiError('http_malformed')
      const body = bodyOf(endpoint, request)
      const answer = await handler({ params: params.data, query: query.data, body, request, reply })
      if (answer instanceof SerializedAnswer) return sendPrepared(answer, request, reply)
      reply.code(endpoint.status).header('cache-control', 'no-store')
      if (answer instanceof WrittenData) return reply.type(JSON_TYPE).send(`{"success":true,"data":${answer.json},"errors":[]}`)
      if (answer instanceof StreamedList) return sendStreamed(answer, endpoint.answer, reply)
      return { success: true, data: endpoint.answer.parse(answer), errors: [] }
    },
  })
}

/**
 * Maximum size in bytes of a request body that contains a bundle or a form definition. A form of 10,000 steps has 8 MB,
 * plus its pictures.
 */
const DOCUMENT_BYTES = 32 * 1024 * 1024

/** Returns Fastify's route options for an endpoint: method, URL, body limit and access. */
export function routeOptionsOf({ method, path, role, authoring, desk, wholeDeployment, beforeSecondFactor, background, onlyReads, ...endpoint }: Endpoint) {
  const bodyLimit = endpoint.bodyLimit ?? (endpoint.bodyType === 'document' ? DOCUMENT_BYTES : undefined)
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: {
      ...(role && { role }),
      ...(authoring && { authoring }),
      ...(desk && { desk }),
      ...(wholeDeployment && { wholeDeployment }),
      ...(beforeSecondFactor && { beforeSecondFactor }),
      ...(background && { background }),
      ...(onlyReads && { onlyReads }),
    },
  }
}

function bodyOf<B extends z.ZodType>(endpoint: { body?: B; bodyType?: string; role?: OfficeRole }, request: FastifyRequest): z.output<B> {
  if (!endpoint.body || endpoint.bodyType === 'multipart' || endpoint.bodyType === 'signed') return undefined as z.output<B>
  if (request.body === undefined || request.body === null) {
    const none = endpoint.body.safeParse(undefined)
    if (none.success) return none.data
    throw apiError('forms0017')
  }
  if (endpoint.bodyType !== 'document' && !isStorableJson(request.body)) throw apiError('http_malformed')
  const body = endpoint.body.safeParse(request.body)
  if (!body.success) throw endpoint.role ? invalidInput(body.error) : apiError('http_malformed')
  return body.data
}

/**
 * Reads the JSON of a small body as `route` does, for calls that are answered before Fastify.
 * @returns undefined if `route` must answer, because the body is not what the endpoint accepts, or has a key with which the
 * parser of Fastify deals
 */
export function acceptedBody<B extends z.ZodType>({ body }: { body?: B }, json: string): z.output<B> | undefined {
  if (/__proto__|constructor/.test(json)) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return isStorableJson(value) ? body?.safeParse(value).data : undefined
  } catch {
    return undefined
  }
}

/**
 * The rate limit counts one more call for each such number of characters in a response. Sending them costs as much CPU
 * time as an average call.
 */
const PREPARED_PER_CALL = 400_000

function sendPrepared(answer: SerializedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', answer.etag).header('cache-control', 'no-cache')
  if (names(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  request.extraCalls += Math.floor(answer.body.length / PREPARED_PER_CALL)
  return reply.type(JSON_TYPE).send(answer.body)
}

/**
 * Streams a list in the usual JSON envelope. Reads the first batch before it sends the headers. If that fails, the
 * server
 * can still send an error response.
 */
async function sendStreamed({ batches }: StreamedList, schema: z.ZodType, reply: FastifyReply): Promise<FastifyReply> {
  const iterator = batches[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* text() {
    yield '{"success":true,"data":['
    let separator = ''
    for (let batch = first; !batch.done; batch = await iterator.next()) {
      if (batch.value.length === 0) continue
      yield `${separator}${JSON.stringify(schema.parse(batch.value)).slice(1, -1)}`
      separator = ','
    }
    yield '],"errors":[]}'
  }
  return reply.type(JSON_TYPE).send(Readable.from(text()))
}

/**
 * Returns true if an If-None-Match header matches an ETag. The header may contain a single ETag, a list, a weak ETag
 * from a proxy that compressed the response, or `*` (RFC 9110, 13.1.2).
 */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags[0] === '*'
}
