import { expect, test } from 'vitest'
import { canOpen, type FlowNode, firstStep, flowFrom, flowRows, rowsOfColumns } from './flow-tree.ts'
import { type Step, withChildren } from './step-tree.ts'

const step = (id: string, parent: string | null, reached: number | null, more: Partial<Step> = {}): Step => ({
  id,
  parent,
  reached,
  level: 0,
  code_tag: id,
  title: id,
  chosen: reached,
  left: 0,
  sent: 0,
  median_seconds: null,
  p90_seconds: null,
  ...more,
})

const flow = (steps: readonly Step[], columns = 4): FlowNode => flowFrom(steps, firstStep(steps) as Step, columns)
const shown = (node: FlowNode): string => `${node.kind === 'step' ? node.step.id : node.kind} ${node.isPartial ? '≥' : ''}${node.count}`
const listed = (root: FlowNode) => flowRows(root).map(({ node, from }) => `${from === null ? '' : `${from} > `}${shown(node)}`)

test('the flow begins at the first step of the form, although a removed step is listed before it', () => {
  expect(firstStep([step('gone', null, 90, { title: null }), step('root', null, 50), step('road', 'root', 20)])?.id).toBe('root')
  expect(firstStep([step('below', 'missing', 5)])?.id).toBe('below')
  expect(firstStep([])).toBeUndefined()
})

test('each step is followed by its options, the most chosen first, then by what was sent and what was left', () => {
  const steps = [
    step('root', null, 100, { left: 10 }),
    step('light', 'root', 30, { sent: 20, left: 10 }),
    step('road', 'root', 60, { left: 0 }),
    step('hole', 'road', 55),
    step('nobody', 'root', 0),
  ]
  expect(listed(flow(steps))).toEqual(['root 100', '0 > road 60', '1 > hole 55', '0 > light 30', '3 > sent 20', '3 > left 10', '0 > left 10'])
})

test('the picture ends at the last column for which there is room', () => {
  const steps = [step('root', null, 9), step('a', 'root', 9), step('b', 'a', 9), step('c', 'b', 9)]
  expect(rowsOfColumns(flow(steps, 2))).toEqual([1, 1])
  expect(rowsOfColumns(flow(steps, 3))).toEqual([1, 1, 1])
  expect(rowsOfColumns(flow(steps, 9))).toEqual([1, 1, 1, 1])
})

test('options that few chose are gathered', () => {
  const steps = [step('root', null, 1000), ...Array.from({ length: 30 }, (_, at) => step(`o${at}`, 'root', at < 5 ? 100 - at : 10))]
  const { next } = flow(steps)
  expect(next.map(shown)).toEqual(['o0 100', 'o1 99', 'o2 98', 'o3 97', 'o4 96', 'others 250'])
  expect(next.at(-1)).toMatchObject({ gathered: 25, isPartial: false })
})

test('the three most chosen options are shown however few chose them, and a single rare one is not gathered', () => {
  const rare = (count: number) => [step('root', null, 1000), ...Array.from({ length: count }, (_, at) => step(`o${at}`, 'root', 9 - at))]
  expect(flow(rare(3)).next.map(shown)).toEqual(['o0 9', 'o1 8', 'o2 7'])
  expect(flow(rare(4)).next.map(shown)).toEqual(['o0 9', 'o1 8', 'o2 7', 'o3 6'])
  expect(flow(rare(5)).next.map(shown)).toEqual(['o0 9', 'o1 8', 'o2 7', 'others 11'])
})

test('hidden figures stay hidden: a sum says that parts are missing, and is hidden if all are', () => {
  const hidden = (...counts: (number | null)[]) => flow([step('root', null, 900, { left: null }), ...counts.map((count, at) => step(`o${at}`, 'root', count))])
  expect(hidden(300, 300, 200, 8, null).next.map(shown)).toEqual(['o0 300', 'o1 300', 'o2 200', 'others ≥8', 'left null'])
  expect(hidden(300, 300, 200, null, null).next.map(shown)).toEqual(['o0 300', 'o1 300', 'o2 200', 'others ≥null', 'left null'])
  expect(hidden(null).next.map(shown)).toEqual(['o0 null', 'left null'])
})

test('of a form with 10,000 steps the largest branches are shown, in 40 nodes and 14 rows', () => {
  const steps: Step[] = [step('root', null, 100_000, { left: 5_000 })]
  for (let at = 1; at < 10_000; at++) {
    const parent = steps[Math.floor((at - 1) / 8)] as Step
    steps.push(step(`s${at}`, parent.id, Math.round((parent.reached ?? 0) / (3 + (at % 8) * 4)), { left: 7, sent: 7 }))
  }
  const started = performance.now()
  const root = flow(steps)
  expect(performance.now() - started).toBeLessThan(500)
  const rows = flowRows(root)
  expect(rows.length).toBeLessThanOrEqual(40)
  expect(rows.length).toBeGreaterThan(25)
  expect(Math.max(...rowsOfColumns(root))).toBeLessThanOrEqual(14)
  const [largest] = root.next
  expect(largest?.next.length).toBeGreaterThan(0)
})

test('a step can be opened if visits go on or end there', () => {
  const steps = [step('root', null, 9), step('end', 'root', 9, { left: null }), step('passed', 'root', 9)]
  const parents = withChildren(steps)
  expect(steps.map((each) => canOpen(each, parents))).toEqual([true, true, false])
})
