import { expect, test } from 'vitest'
import { partOf } from '../src/figure.ts'
import { databaseKills } from '../src/figures/database-kills.ts'
import { draftKills } from '../src/figures/draft-kills.ts'
import { processKills } from '../src/figures/process-kills.ts'

// Runs a small sample of each measurement about killed processes. `npm run lab` runs the complete measurements of the
// reliability lab (fault-injection tests).
test.each([
  [processKills.what, processKills, 0.004],
  [databaseKills.what, databaseKills, 0.02],
  [draftKills.what, draftKills, 0.03],
])('a small sample of the reliability measurement loses no data: %s', { timeout: 300_000 }, async (_what, figure, part) => {
  const { met, measured } = await figure.run(partOf(part))
  expect([met, measured]).toEqual([true, expect.stringMatching(/^0 lost/)])
})
