import type { Endpoint } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type FileAnswer, fileRoute } from '../platform/http/file-route.ts'
import { type Call, route, type SerializedAnswer, type StreamedList, type WrittenData } from '../platform/http/route.ts'
import { type Operator, operatorOf } from './operator-session.ts'

/**
 * Registers an API endpoint for operators. Before the handler runs, checks that the operator has the role that the
 * endpoint requires and, for some endpoints, that the operator manages the whole deployment.
 */
export function managed<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>> & { operator: Operator }) => Promise<z.input<A> | SerializedAnswer | StreamedList | WrittenData>,
): void {
  route(app, endpoint, (call) => handler({ ...call, operator: operatorOf(call.request) }))
}

/** Registers an API endpoint for operators that responds with a file. */
export function managedFile<P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, z.ZodType, A>,
  handler: (call: { params: z.output<P>; query: z.output<Q>; left: AbortSignal; operator: Operator }) => Promise<FileAnswer>,
): void {
  fileRoute(app, endpoint, (call) => handler({ ...call, operator: operatorOf(call.request) }))
}
