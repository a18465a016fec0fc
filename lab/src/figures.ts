import type { Figure } from './figure.ts'
import { duplicateSends } from './figures/duplicate-sends.ts'
import { exactLimit } from './figures/exact-limit.ts'
import { oneWinner } from './figures/one-winner.ts'
import { processKills } from './figures/process-kills.ts'

/** Every figure that the lab takes, in the order in which it runs them. */
export const FIGURES: readonly Figure[] = [processKills, oneWinner, exactLimit, duplicateSends]
