import { DraftTree, treeOf, withIds } from '@sportello/editing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTree } from '../src/index.ts'
import { SOUND, soundDefinition, soundSurroundings } from './plant-bed.ts'

/**
 * Values that a draft may contain although no control of the editor creates them, for example because an author edited
 * the JSON or another release stored the draft.
 */
const BAD: readonly unknown[] = [
  null,
  '',
  'x',
  '5',
  -1,
  0,
  1e300,
  true,
  [],
  [null],
  [[]],
  {},
  { a: null },
  '2026-13-45',
  '{{',
  '(',
  '\u0000',
  'a'.repeat(5_000),
]

/**
 * Number of random changes that are tested for each form. A run with 400 changes per form took 40 s and found no
 * additional errors.
 */
const RUNS = 15

type Json = Record<string, unknown> | unknown[]
const isBranch = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Returns all places in a document that contain a value. Each place is an object together with a key. */
function placesIn(value: Json, found: [Json, string][] = []): [Json, string][] {
  for (const [key, inside] of Object.entries(value)) {
    found.push([value, key])
    if (isBranch(inside)) placesIn(inside, found)
  }
  return found
}

describe('a draft with invalid values is checked without an exception', () => {
  test.each(SOUND)('random invalid values in %s %s', (_file, code) => {
    const known = soundSurroundings(code)
    const nodes = [...treeOf(withIds(soundDefinition(code))).nodes()]
    const contents = nodes.map(({ content }) => content) as Json[]
    const at = fc.tuple(fc.nat(), fc.constantFrom(...BAD))
    fc.assert(
      fc.property(fc.array(at, { minLength: 1, maxLength: 8 }), (changes) => {
        const copies = structuredClone(contents)
        const places = placesIn(copies).filter(([owner]) => owner !== copies)
        for (const [place, value] of changes) {
          const [owner, key] = places[place % places.length] as [Json, string]
          ;(owner as Record<string, unknown>)[key] = structuredClone(value)
        }
        const broken = new DraftTree(nodes.map((node, index) => ({ ...node, content: copies[index] as typeof node.content })))
        const findings = checkTree(broken, known).map(({ check, text, values, place }) => JSON.stringify([check, text, values, place]))
        expect(new Set(findings).size, 'no finding is reported twice').toBe(findings.length)
      }),
      { numRuns: RUNS },
    )
  })
})
