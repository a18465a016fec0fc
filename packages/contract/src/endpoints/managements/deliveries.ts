import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { sortBy } from './sort.ts'

const none = z.object({})

/**
 * States of a delivery. queued: the delivery waits for its first or next attempt. delivered: the destination has
 * accepted the ticket. dead: all attempts have failed, and an operator must act.
 */
const DELIVERY_STATES = ['queued', 'delivered', 'dead'] as const

export const shownDelivery = z.object({
  id: z.string(),
  /**
   * Identifier of the event. It is the same in every attempt; the destination receives it in the header `webhook-id`.
   */
  event_id: z.string(),
  form: z.string(),
  ticket: z.string(),
  destination: z.string(),
  kind: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  last_status: z.number().nullable(),
  last_answer: z.string().nullable(),
  last_error: z.string().nullable(),
  /** Identifier that the destination has assigned to the ticket. */
  external_id: z.string().nullable(),
  created_at: z.string(),
  last_attempt_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
})

export type ShownDelivery = z.infer<typeof shownDelivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/managements/deliveries',
  summary: 'List deliveries of tickets to the destinations of forms, newest first, 50 per page from page 1; `state=dead` lists the dead letters',
  params: none,
  query: z.object({
    form: z.string().max(64).optional(),
    state: z.enum(DELIVERY_STATES).optional(),
    ticket: z.string().max(64).optional(),
    sort: sortBy('created'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  status: 200,
  answer: z.object({ items: z.array(shownDelivery), page: z.number(), total: z.number(), more: z.boolean() }),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})

export const sendDeliveryAgain = endpoint({
  method: 'POST',
  path: '/managements/deliveries/{id}/send',
  summary: 'Send a delivery again that was given up, has arrived, or waits for its next attempt; with the same bytes and id',
  params: z.object({ id: z.uuid() }),
  query: none,
  status: 200,
  answer: shownDelivery,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms_mgmt0004'],
  role: 'operator',
})

/** Result of a test delivery to a destination. */
const tested = z.object({
  delivered: z.boolean(),
  event_id: z.string(),
  status: z.number().nullable(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
})

export type TestedDestination = z.infer<typeof tested>

export const testDestination = endpoint({
  method: 'POST',
  path: '/managements/settings/forms/{id}/destinations/{name}/test',
  summary: 'Ask a destination of a form now, without opening a ticket, and show what it answers: a webhook gets a signed event of the type `test`',
  params: formParams.extend({ name: z.string().max(32) }),
  query: none,
  status: 200,
  answer: tested,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
})
