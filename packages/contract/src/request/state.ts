/** States of a request (wire contract, "The life of a request"). `cancelled`: an operator cancelled it. */
export const REQUEST_STATES = ['received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed', 'cancelled'] as const

export type RequestState = (typeof REQUEST_STATES)[number]

/** Final states of a request. For each of them, the form parameter `retention` sets how long requests are kept. */
export const RETAINED_STATES = ['processed', 'failed', 'expired', 'cancelled'] as const satisfies readonly RequestState[]

export type RetainedState = (typeof RETAINED_STATES)[number]

/** Actions of operators on a request, with the states in which each is allowed. */
export const REQUEST_ACTIONS = {
  /** The operator sends the confirmation mail again; the confirmation link is then valid for its full time again. */
  resend: ['awaiting_confirmation', 'expired'],
  /** The operator lets the server process a failed request again. */
  retry: ['failed'],
  cancel: ['awaiting_confirmation', 'confirmed', 'failed', 'expired'],
} as const satisfies Record<string, readonly RequestState[]>

export type RequestAction = keyof typeof REQUEST_ACTIONS
