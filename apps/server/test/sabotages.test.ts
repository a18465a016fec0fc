import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Sabotage {
  what: string
  file: string
  from: string
  to: string
  tests: readonly string[]
}

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const { SABOTAGES } = (await import(at('scripts/sabotages.mjs'))) as { SABOTAGES: readonly Sabotage[] }

// Checks that each entry of scripts/sabotages matches the sources. `npm run sabotage` removes one defence at a time
// from a copy of the sources, and checks that a test then fails.
test.each(SABOTAGES.map((each) => [each.what, each] as const))(
  'the sabotage “%s” (removal of a defence) matches the source code, and the tests that it names exist',
  (_what, { file, from, to, tests }) => {
    expect(readFileSync(at(file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
    for (const each of tests) expect(existsSync(at(`apps/server/src/${each}`)), each).toBe(true)
  },
)
