import type { Endpoint } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { apiError } from './api-error.ts'
import { FILE_POLICY } from './closed-policy.ts'
import { invalidInput } from './input-errors.ts'
import { routeOptionsOf } from './route.ts'

/** An HTTP response that the browser saves as a file and never renders. */
export interface FileAnswer {
  name: string
  mediaType: string
  content: NodeJS.ReadableStream | AsyncIterable<string | Buffer>
  /** Size of the file in bytes, if the server knows it before it sends the response. */
  size?: number
}

/**
 * Registers an API endpoint that responds with a file.
 * @param left an abort signal that fires when the client disconnects
 */
export function fileRoute<P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, z.ZodType, A>,
  handler: (call: { params: z.output<P>; query: z.output<Q>; request: FastifyRequest; left: AbortSignal }) => Promise<FileAnswer>,
): void {
  app.route({
    ...routeOptionsOf(endpoint),
    async handler(request, reply) {
      const params = endpoint.params.safeParse(request.params)
      if (!params.success) throw apiError('http_not_found')
      const query = endpoint.query.safeParse(request.query)
      if (!query.success) throw invalidInput(query.error)
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      return sendFile(reply, await handler({ params: params.data, query: query.data, request, left: leaving.signal }))
    },
  })
}

function sendFile(reply: FastifyReply, { name, mediaType, content, size }: FileAnswer): FastifyReply {
  // The name of the downloaded file in ASCII, for clients that cannot read the UTF-8 name in Content-Disposition (RFC
  // 6266).
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`)
    .header('content-security-policy', FILE_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type(mediaType)
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(content)
}
