import { expect } from 'vitest'
import { type Imported, ImportRejected } from '../src/index.ts'
import { assertValid } from './summary.ts'

/** Returns the code of the rejection, or "valid" if a valid definition with bounded notes was made. */
export function outcome(run: () => Imported): string {
  try {
    const { definition, notes } = run()
    assertValid(definition)
    expect(notes.length).toBeLessThanOrEqual(1_001)
    return 'valid'
  } catch (error) {
    if (error instanceof ImportRejected) return error.code
    throw error
  }
}

/** Returns a list of values made from their indexes. */
export const many = (count: number, make: (at: number) => unknown) => Array.from({ length: count }, (_, at) => make(at))
