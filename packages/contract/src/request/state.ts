/** The life of a request (wire contract, "The life of a request"). `cancelled`: called off by an operator. */
export const REQUEST_STATES = ['received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed', 'cancelled'] as const

export type RequestState = (typeof REQUEST_STATES)[number]

/** Those that a request does not leave by itself: how long it is kept in each is a form's to say (`retention`). */
export const RETAINED_STATES = ['processed', 'failed', 'expired', 'cancelled'] as const satisfies readonly RequestState[]

export type RetainedState = (typeof RETAINED_STATES)[number]

/** What an operator may do with a request, by its state. */
export const REQUEST_ACTIONS = {
  /** Sends the confirmation mail once more; the link counts its hours from then. */
  resend: ['awaiting_confirmation', 'expired'],
  /** Processes again what gave up. */
  retry: ['failed'],
  cancel: ['awaiting_confirmation', 'confirmed', 'failed', 'expired'],
} as const satisfies Record<string, readonly RequestState[]>

export type RequestAction = keyof typeof REQUEST_ACTIONS
