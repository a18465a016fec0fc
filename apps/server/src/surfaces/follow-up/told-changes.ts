import { DESK_CLOSED, DESK_OPEN } from '@sportello/contract'
import type { ToldChange } from '../../requests/state-mails/queries.ts'
import { type States, stateOf } from './shown-follow-up.ts'

type Shown = Pick<States, 'desk' | 'isMerged'> & { tickets: readonly { destination: string; state: string | null; done: boolean }[] }

/** One change of the data from which the state of a request follows, with what was before. */
export type Step = { at: Date } & (
  | { what: 'desk'; before: string; after: string }
  | { what: 'merge'; before: boolean; after: boolean }
  | { what: 'ticket'; destination: string; before: string | null; wasDone: boolean; after: string; done: boolean; shownAt: Date }
)

interface Telling {
  mode: 'closed' | 'states'
  /** True if the form shows the names of its states. */
  isNamed: boolean
  /** True if an earlier mail has said that the request was merged. */
  isMergeTold: boolean
}

/**
 * Returns the changes of a request that a mail tells, as its follow-up page shows them. Returns none if the state is what it was before
 * the first step, because somebody undid a slip.
 * @param now the present state, after all steps
 * @param steps what has changed since the last mail, oldest first
 */
export function toldChanges(now: Shown, steps: readonly Step[], { mode, isNamed, isMergeTold }: Telling): ToldChange[] {
  const isNaming = isNamed && mode === 'states'
  const first = steps.reduceRight(before, now)
  if (signatureOf(first, isNaming) === signatureOf(now, isNaming)) return []
  let current = first
  const told: ToldChange[] = []
  for (const group of groupsOf(steps)) {
    const next = group.reduce(after, current)
    told.push(...tellGroup(pageState(current), pageState(next), group, isNaming))
    current = next
  }
  return isMergeTold ? withoutMerges(told) : told
}

const pageState = ({ desk, tickets, isMerged }: Shown) =>
  stateOf({ state: 'processed' }, { desk, tickets: [...tickets], isMerged, changes: [], reports: [] }, null)

/** What a reader of the page could tell two states by. */
function signatureOf(states: Shown, isNaming: boolean): string {
  const state = pageState(states)
  const names = isNaming && state !== 'merged' ? [states.desk ?? DESK_OPEN, ...states.tickets.map(({ state: name }) => name)] : []
  return JSON.stringify([state, ...names])
}

function before(states: Shown, step: Step): Shown {
  if (step.what === 'desk') return { ...states, desk: states.desk === null ? null : step.before }
  if (step.what === 'merge') return { ...states, isMerged: step.before }
  return withTicket(states, step.destination, step.before, step.wasDone)
}

function after(states: Shown, step: Step): Shown {
  if (step.what === 'desk') return { ...states, desk: step.after }
  if (step.what === 'merge') return { ...states, isMerged: step.after }
  return withTicket(states, step.destination, step.after, step.done)
}

const withTicket = (states: Shown, destination: string, state: string | null, done: boolean): Shown => ({
  ...states,
  tickets: states.tickets.map((ticket) => (ticket.destination === destination ? { destination, state, done } : ticket)),
})

/** Puts together the steps of one transaction: a merge also closes the request, which is one change. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const last = groups.at(-1)
    if (last?.[0]?.at.getTime() === step.at.getTime()) last.push(step)
    else groups.push([step])
  }
  return groups
}

function tellGroup(from: string, to: string, group: readonly Step[], isNaming: boolean): ToldChange[] {
  const at = group.map((step) => (step.what === 'ticket' ? step.shownAt : step.at).toISOString()).toSorted()[0] ?? ''
  if (to === 'merged') return from === 'merged' ? [] : [{ at, kind: 'merged', text: null }]
  const names = isNaming ? group.flatMap(nameOf) : []
  if (to === 'closed' && from !== 'closed') return [...names, { at, kind: 'closed', text: null }]
  if (to !== 'closed' && (from === 'closed' || from === 'merged')) return [{ at, kind: 'reopened', text: null }, ...names]
  return names
}

/** The name of a state that a step has led to, if it has one. */
function nameOf(step: Step): ToldChange[] {
  if (step.what === 'ticket') return [{ at: step.shownAt.toISOString(), kind: 'ticket_state', text: step.after }]
  if (step.what === 'merge' || step.after === DESK_OPEN || step.after === DESK_CLOSED) return []
  return [{ at: step.at.toISOString(), kind: 'desk_state', text: step.after }]
}

/** A request whose merge is told already: it says nothing more, unless it was taken apart and something happened then. */
function withoutMerges(told: readonly ToldChange[]): ToldChange[] {
  return told.filter(({ kind }) => kind !== 'merged')
}
