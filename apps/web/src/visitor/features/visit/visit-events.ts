/** Something that happens in a visit and is counted. It contains nothing that the visitor typed, except an unsuccessful search. */
export type VisitEvent =
  /** The visitor sees a step; `path` are the codes of the steps from the first one to it. */
  | { kind: 'step'; path: readonly string[] }
  | { kind: 'answer' }
  | { kind: 'error'; codeTag: string; property: string; rule: string }
  | { kind: 'unfound'; text: string }
  | { kind: 'sent'; codeTag: string }

const waiting: VisitEvent[] = []
let listener: ((event: VisitEvent) => void) | null = null

/** Events of a visit that nobody counts. More of them are not kept. */
const MAX_WAITING = 200

/** Notes that something happened. The code that counts it is loaded after the page; until then the events wait. */
export function noteVisit(event: VisitEvent): void {
  if (listener) listener(event)
  else if (waiting.length < MAX_WAITING) waiting.push(event)
}

/**
 * How a submission ended. `stored`: the server has stored the request, and has counted what the submission carried. `refused`:
 * the server has not stored it. `unknown`: no response has arrived.
 */
export type SubmissionOutcome = 'stored' | 'refused' | 'unknown'

/** What a submission tells about its visit. */
export interface CarriedVisit {
  /** The report as the value of the submission's header `VISIT_HEADER`. */
  report: string
  /** Must be called when the submission ends. */
  settle: (outcome: SubmissionOutcome) => void
}

let carrier: ((codeTag: string) => CarriedVisit | null) | null = null

/**
 * Returns the report of the visit for the submission of a step to carry, so that the visit costs no call of its own.
 * @returns null if nothing is counted, or the event `sent` must be noted after the submission
 */
export function carryVisit(codeTag: string): CarriedVisit | null {
  return carrier?.(codeTag) ?? null
}

/** Passes all events so far and from now on to `listen`. `carry` makes the reports that submissions carry. */
export function followVisit(listen: (event: VisitEvent) => void, carry: (codeTag: string) => CarriedVisit | null): void {
  listener = listen
  carrier = carry
  for (const event of waiting.splice(0)) listen(event)
}
