import { expect, test } from 'vitest'
import { partOf } from '../src/figure.ts'
import { databaseKills } from '../src/figures/database-kills.ts'
import { processKills } from '../src/figures/process-kills.ts'

// Small samples of the figures for every test run; `npm run lab` measures the figures themselves.
test.each([
  [processKills.what, processKills, 0.004],
  [databaseKills.what, databaseKills, 0.02],
])('%s', { timeout: 300_000 }, async (_what, figure, part) => {
  const { met, measured } = await figure.run(partOf(part))
  expect([met, measured]).toEqual([true, expect.stringMatching(/^0 lost/)])
})
