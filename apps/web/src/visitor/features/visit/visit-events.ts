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

/** Passes all events so far and from now on to `listen`. */
export function followVisit(listen: (event: VisitEvent) => void): void {
  listener = listen
  for (const event of waiting.splice(0)) listen(event)
}
