/** The life of a request (wire contract, "The life of a request"). */
const REQUEST_STATES = ['received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed'] as const

export type RequestState = (typeof REQUEST_STATES)[number]
