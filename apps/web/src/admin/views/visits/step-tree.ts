import type { Visits } from '@sportello/contract'

export type Step = Visits['steps'][number]

/** Returns the steps from the first one of the form to a step. */
export function pathTo(steps: readonly Step[], id: string): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const path: Step[] = []
  for (let step = byId.get(id); step; step = step.parent === null ? undefined : byId.get(step.parent)) path.unshift(step)
  return path
}

/** Returns the ids of the steps that have further steps below them. */
export const withChildren = (steps: readonly Step[]) => new Set(steps.flatMap(({ parent }) => (parent === null ? [] : [parent])))

/** Returns the steps that are shown: those above which no step is closed. */
export function shownSteps(steps: readonly Step[], isOpen: (step: Step) => boolean): Step[] {
  const closed = new Set<string>()
  return steps.filter((step) => {
    const isHidden = step.parent !== null && closed.has(step.parent)
    if (isHidden || !isOpen(step)) closed.add(step.id)
    return !isHidden
  })
}
