import { expect, test } from 'vitest'
import { partOf } from '../src/figure.ts'
import { convergence } from '../src/figures/convergence.ts'
import { tabKills } from '../src/figures/tab-kills.ts'

// Runs a small sample of each measurement about drafts. `npm run lab` runs the complete measurements of the reliability
// lab (fault-injection tests).
test.each([
  [convergence.what, convergence, 0.01, /^all equal/],
  [tabKills.what, tabKills, 0.02, /^0 lost, 0 applied twice$/],
])('a small sample of the reliability measurement meets its goal: %s', { timeout: 300_000 }, async (_what, figure, part, good) => {
  const { met, measured } = await figure.run(partOf(part))
  expect([met, measured]).toEqual([true, expect.stringMatching(good)])
})
