import { expect } from 'vitest'
import { type Imported, ImportRejected } from '../src/index.ts'
import { assertValid } from './summary.ts'

/**
 * Returns the code with which an import was rejected. Returns "valid" if the import created a valid definition and a
 * limited number of notes.
 */
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

/** Returns a list of `count` values, which `make` creates from their indexes. */
export const many = (count: number, make: (at: number) => unknown) => Array.from({ length: count }, (_, at) => make(at))
