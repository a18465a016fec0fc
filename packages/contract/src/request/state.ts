/**
 * States of a request (wire contract, "The life of a request"). `cancelled` means that an operator has cancelled the
 * request.
 */
export const REQUEST_STATES = ['received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed', 'cancelled'] as const

export type RequestState = (typeof REQUEST_STATES)[number]

/** Final states of a request. The form parameter `retention` sets for each of them how long requests are kept. */
export const RETAINED_STATES = ['processed', 'failed', 'expired', 'cancelled'] as const satisfies readonly RequestState[]

export type RetainedState = (typeof RETAINED_STATES)[number]

/** Actions that operators can perform on a request. For each action, the states in which it is allowed. */
export const REQUEST_ACTIONS = {
  /** Sends the confirmation mail again. The confirmation link is then valid for its full period again. */
  resend: ['awaiting_confirmation', 'expired'],
  /** Makes the server process a failed request again. */
  retry: ['failed'],
  cancel: ['awaiting_confirmation', 'confirmed', 'failed', 'expired'],
} as const satisfies Record<string, readonly RequestState[]>

export type RequestAction = keyof typeof REQUEST_ACTIONS
