import { expect, test } from 'vitest'
import { FIRST_STEPS, firstUnfolded, placeSteps, STEP_SIZE, stepInDirection } from './map-layout.ts'

const TREE: Record<string, string[]> = { root: ['a', 'b'], a: ['a1', 'a2'], b: ['b1'], b1: ['b11'] }
const childrenOf = (id: string) => TREE[id] ?? []

test('all steps of a small form are expanded in the step map', () => {
  expect([...firstUnfolded('root', childrenOf, ['root'])].toSorted()).toEqual(['a', 'a1', 'a2', 'b', 'b1', 'b11', 'root'])
})

test('the step map expands a large form level by level up to a limit, and the steps above the selected step', () => {
  const wide = (id: string) =>
    id === 'root'
      ? Array.from({ length: 20 }, (_, at) => `s${at}`)
      : id.length < 4
        ? [`${id}x1`, `${id}x2`, `${id}x3`, `${id}x4`, `${id}x5`, `${id}x6`, `${id}x7`]
        : []
  const unfolded = firstUnfolded('root', wide, ['root', 's3', 's3x1'])
  expect([...unfolded].toSorted()).toEqual(['root', 's3'])
  expect(placeSteps('root', wide, unfolded).length).toBeLessThanOrEqual(FIRST_STEPS)
})

test('no two steps overlap in the step map, and each step is to the right of its parent', () => {
  const placed = placeSteps('root', childrenOf, firstUnfolded('root', childrenOf, ['root']))
  expect(placed.map(({ id }) => id).toSorted()).toEqual(['a', 'a1', 'a2', 'b', 'b1', 'b11', 'root'])
  for (const one of placed) {
    const parent = placed.find(({ id }) => id === one.parent)
    if (parent) expect(one.x).toBeGreaterThanOrEqual(parent.x + STEP_SIZE.width)
    for (const other of placed) {
      if (one === other || one.x !== other.x) continue
      expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(STEP_SIZE.height)
    }
  }
})

test('a collapsed step in the step map hides all steps below it', () => {
  expect(placeSteps('root', childrenOf, new Set(['root', 'b1'])).map(({ id }) => id)).toEqual(['root', 'a', 'b'])
})

test.each([
  ['a', 'ArrowLeft', 'root'],
  ['root', 'ArrowRight', 'a'],
  ['a', 'ArrowDown', 'b'],
  ['b1', 'ArrowUp', 'a2'],
  ['a1', 'ArrowUp', undefined],
  ['b11', 'ArrowRight', undefined],
  ['a', 'Enter', undefined],
])('from step %s in the step map, the key %s leads to step %s', (from, key, to) => {
  const placed = placeSteps('root', childrenOf, new Set(['root', 'a', 'b', 'b1']))
  expect(stepInDirection(placed, from, key)).toBe(to)
})
