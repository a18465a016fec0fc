import { expect, test } from 'vitest'
import { partOf } from '../src/figure.ts'
import { processKills } from '../src/figures/process-kills.ts'

// A sample, small enough for every run of the tests; `npm run lab` takes the figure itself.
test(processKills.what, { timeout: 300_000 }, async () => {
  const { met, measured } = await processKills.run(partOf(0.004))
  expect([met, measured]).toEqual([true, expect.stringMatching(/^0 lost/)])
})
