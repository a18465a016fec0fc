import { comparableSearch, type Device, durationClass, type VisitReport } from '@sportello/contract'
import type { SubmissionOutcome, VisitEvent } from './visit-events.ts'

/** What a report says apart from the form's version and language. */
type Counts = Omit<VisitReport, 'version' | 'language'>
type Stay = [codeTag: string, duration: number]

/** Number of entries in a list from which a report is sent before the visitor hides the page. */
const FULL = 100

/**
 * Counts what happens in a visit, and makes reports of it. Each step, choice, error and search counts once in a visit. A
 * visitor who hides the page counts as having left; the report after the return takes that back, because browsers on phones
 * do not tell when a hidden page is closed.
 * Times are in milliseconds of a clock that does not go back.
 */
export class VisitCounter {
  readonly #counted = new Set<string>()
  #counts: Counts
  #path: readonly string[] = []
  /** Code of the open step; null after a submission. */
  #open: string | null = null
  /** When the open step became visible; null while the page is hidden. */
  #visibleSince: number | null
  /** Time in which the open step was visible before `#visibleSince`. */
  #visibleBefore = 0
  /** What a submission that is on its way carries. */
  #carried: Counts = {}
  /** What the last report said about the hidden page. */
  #assumed: { left: string; stay?: Stay } | null = null

  /**
   * @param began the device and the website from which the visitor came; null if the page goes on with a visit that was
   * counted already, as after a reload
   */
  constructor(began: { device: Device; referrer?: string } | null, now: number) {
    this.#counts = began ? { began } : {}
    this.#continues = began === null
    this.#visibleSince = now
  }

  #continues: boolean
  /** After a submission, the visitor has not left the form. */
  #hasSent = false

  /** Counts an event. @returns a report that must be sent now; null if it can wait */
  count(event: VisitEvent, now: number): Counts | null {
    if (event.kind === 'step') this.#countStep(event.path, now)
    else if (event.kind === 'answer') this.#start()
    else if (event.kind === 'error') {
      if (this.#isNew(`error ${event.property} ${event.rule}`)) {
        this.#counts.errors ??= []
        this.#counts.errors.push([event.codeTag, event.property, event.rule])
      }
    } else if (event.kind === 'unfound') {
      const text = comparableSearch(event.text).slice(0, 200)
      if (this.#isNew(`unfound ${text}`) && (this.#counts.unfound?.length ?? 0) < 20) {
        this.#counts.unfound ??= []
        this.#counts.unfound.push(text)
      }
    } else {
      return this.#countSubmission(event.codeTag, now)
    }
    const { reached, stays, errors } = this.#counts
    return [reached, stays, errors].some((list) => (list?.length ?? 0) >= FULL) ? this.#take() : null
  }

  #countSubmission(codeTag: string, now: number): Counts | null {
    this.#closeStep(now)
    this.#hasSent = true
    // The page was hidden while the request was on its way.
    if (this.#assumed) this.#counts.undo = this.#assumed
    this.#assumed = null
    if (!this.#isNew('sent')) return null
    this.#counts.sent = codeTag
    return this.#take()
  }

  /**
   * Returns the counts for a submission to carry. They count as reported once `settle` says that the server has stored the
   * request.
   * @returns null if the visit's submission was counted already
   */
  carry(codeTag: string, now: number): Counts | null {
    if (this.#counted.has('sent')) return null
    const counts = this.#take()
    this.#carried = counts
    if (this.#open === null) return { ...counts, sent: codeTag }
    return { ...counts, stays: [...(counts.stays ?? []), [this.#open, durationClass(this.#visibleTime(now) / 1_000)]], sent: codeTag }
  }

  /** Ends what `carry` began. @returns a report that must be sent now; null if there is none */
  settle(outcome: SubmissionOutcome, now: number): Counts | null {
    const carried = this.#carried
    this.#carried = {}
    // A hidden page may be closed without another event.
    if (outcome === 'refused' || (outcome === 'unknown' && this.#visibleSince === null)) return Object.keys(carried).length > 0 ? carried : null
    if (outcome === 'unknown') {
      // The next attempt carries these counts again. The server counts them only with the attempt that it stores.
      this.#counts = together(carried, this.#counts)
      return null
    }
    this.#counted.add('sent')
    this.#hasSent = true
    this.#leaveStep(now)
    // The page was hidden while the request was on its way.
    if (!this.#assumed) return null
    this.#counts.undo = this.#assumed
    this.#assumed = null
    return this.#take()
  }

  /** The page was hidden or closed. @returns the report to send; null if there is nothing to tell */
  hide(now: number): Counts | null {
    if (this.#visibleSince === null) return null
    this.#visibleBefore += now - this.#visibleSince
    this.#visibleSince = null
    if (this.#open !== null) {
      const stay: Stay = [this.#open, durationClass(this.#visibleBefore / 1_000)]
      this.#stays().push(stay)
      if (!this.#hasSent) {
        this.#counts.left = this.#open
        this.#assumed = { left: this.#open, stay }
      } else this.#open = null
    }
    return Object.keys(this.#counts).length > 0 ? this.#take() : null
  }

  /** The visitor came back to the page. */
  show(now: number): void {
    if (this.#visibleSince !== null) return
    this.#visibleSince = now
    if (this.#assumed) this.#counts.undo = this.#assumed
    this.#assumed = null
  }

  #countStep(path: readonly string[], now: number): void {
    const open = path.at(-1)
    if (open === undefined || open === this.#open) return
    if (this.#continues) {
      // The steps were counted before the reload, and the visitor has not left.
      for (const code of path) for (const kind of ['step', 'choice']) this.#counted.add(`${kind} ${code}`)
      this.#counted.add('start')
      this.#counts.undo = { left: open }
      this.#continues = false
    }
    // The visitor chose the step among the options of a step that was shown already.
    const before = path.slice(0, -1)
    const isChoice = this.#path.length > 0 && !this.#path.includes(open) && before.every((code, at) => this.#path[at] === code)
    if (isChoice) {
      this.#start()
      if (this.#isNew(`choice ${open}`)) {
        this.#counts.chosen ??= []
        this.#counts.chosen.push(open)
      }
    }
    this.#closeStep(now)
    const reached = path.filter((code) => this.#isNew(`step ${code}`))
    if (reached.length > 0) this.#counts.reached = [...(this.#counts.reached ?? []), ...reached]
    this.#path = path
    this.#open = open
  }

  #closeStep(now: number): void {
    if (this.#open !== null) this.#stays().push([this.#open, durationClass(this.#visibleTime(now) / 1_000)])
    this.#leaveStep(now)
  }

  /** Returns for how long the open step was visible until now, in milliseconds. */
  #visibleTime(now: number): number {
    return this.#visibleBefore + (this.#visibleSince === null ? 0 : now - this.#visibleSince)
  }

  #leaveStep(now: number): void {
    this.#open = null
    this.#visibleBefore = 0
    if (this.#visibleSince !== null) this.#visibleSince = now
  }

  #stays(): Stay[] {
    this.#counts.stays ??= []
    return this.#counts.stays
  }

  #start(): void {
    if (this.#isNew('start')) this.#counts.started = true
  }

  #isNew(key: string): boolean {
    if (this.#counted.has(key)) return false
    this.#counted.add(key)
    return true
  }

  #take(): Counts {
    const counts = this.#counts
    this.#counts = {}
    return counts
  }
}

/** Returns what two reports of a visit say together. */
function together(earlier: Counts, later: Counts): Counts {
  const sum: Record<string, unknown> = { ...earlier, ...later }
  for (const [key, value] of Object.entries(earlier)) {
    const next = later[key as keyof Counts]
    if (Array.isArray(value) && Array.isArray(next)) sum[key] = [...value, ...next]
  }
  return sum
}
