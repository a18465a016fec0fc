/** The life of a request (wire contract, "The life of a request"). `cancelled`: called off by an operator. */
export const REQUEST_STATES = ['received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed', 'cancelled'] as const

export type RequestState = (typeof REQUEST_STATES)[number]

/** What an operator may do with a request, by its state. */
export const REQUEST_ACTIONS = {
  /** Sends the confirmation mail once more; the link counts its hours from then. */
  resend: ['awaiting_confirmation', 'expired'],
  /** Processes again what gave up. */
  retry: ['failed'],
  cancel: ['awaiting_confirmation', 'confirmed', 'failed', 'expired'],
} as const satisfies Record<string, readonly RequestState[]>

export type RequestAction = keyof typeof REQUEST_ACTIONS
