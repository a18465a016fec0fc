import { expect, test } from 'vitest'
import { partOf } from '../src/figure.ts'
import { convergence } from '../src/figures/convergence.ts'

// Runs small samples of the reliability lab's measurements with every test run; `npm run lab` runs the whole measurements.
test.each([[convergence.what, convergence, 0.01, /^all equal/]])(
  'a small sample of the measurement meets its goal: %s',
  { timeout: 300_000 },
  async (_what, figure, part, good) => {
    const { met, measured } = await figure.run(partOf(part))
    expect([met, measured]).toEqual([true, expect.stringMatching(good)])
  },
)
