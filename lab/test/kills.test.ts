import { expect, test } from 'vitest'
import { partOf } from '../src/figure.ts'
import { databaseKills } from '../src/figures/database-kills.ts'
import { draftKills } from '../src/figures/draft-kills.ts'
import { processKills } from '../src/figures/process-kills.ts'

// Runs small samples of the measurements about killed processes; `npm run lab` runs the whole measurements of the
// reliability lab.
test.each([
  [processKills.what, processKills, 0.004],
  [databaseKills.what, databaseKills, 0.02],
  [draftKills.what, draftKills, 0.03],
])('a small sample of the measurement loses nothing: %s', { timeout: 300_000 }, async (_what, figure, part) => {
  const { met, measured } = await figure.run(partOf(part))
  expect([met, measured]).toEqual([true, expect.stringMatching(/^0 lost/)])
})
