import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lab } from '../src/deployment.ts'
import { partOf, type RaceFigure, startRaceLab } from '../src/figure.ts'
import { codeGuessing } from '../src/figures/code-guessing.ts'
import { duplicateSends } from '../src/figures/duplicate-sends.ts'
import { exactLimit } from '../src/figures/exact-limit.ts'
import { oneWinner } from '../src/figures/one-winner.ts'

// Runs a small sample of each measurement about races. `npm run lab` runs the complete measurements of the reliability
// lab (fault-injection tests).
const SAMPLES: [what: string, figure: RaceFigure, part: number][] = [
  [oneWinner.what, oneWinner, 0.002],
  [exactLimit.what, exactLimit, 0.003],
  [duplicateSends.what, duplicateSends, 0.005],
  [codeGuessing.what, codeGuessing, 0.02],
]

let lab: Lab
beforeAll(async () => {
  lab = await startRaceLab()
}, 120_000)
afterAll(() => lab.close(), 60_000)

test.each(SAMPLES)('a small sample of the reliability measurement meets its goal: %s', { timeout: 120_000 }, async (_what, figure, part) => {
  const { met, measured } = await figure.takeFrom(lab, partOf(part))
  expect([met, measured]).toEqual([true, measured])
})
