import { z } from 'zod'

/** The last state of a request's ticket in a ticket system, as the system calls it. */
export const ticketState = z.object({
  destination: z.string(),
  kind: z.string(),
  /** Number of the ticket in the ticket system, if it has named one. */
  number: z.string().nullable(),
  state: z.string(),
  done: z.boolean(),
  /** Time of the change to this state, by the system's clock. */
  at: z.string(),
})

export type TicketState = z.infer<typeof ticketState>

/** A change of a ticket's state. `before` is null in the first report. `at` is the system's time, `received_at` this server's. */
export const ticketStateChange = z.object({
  id: z.string(),
  destination: z.string(),
  at: z.string(),
  received_at: z.string(),
  before: z.string().nullable(),
  after: z.string(),
  done: z.boolean(),
})

export type TicketStateChange = z.infer<typeof ticketStateChange>
