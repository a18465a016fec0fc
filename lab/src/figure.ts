import { type Lab, startLab } from './deployment.ts'

/** How much of a figure's full size is run; at least one of each. */
export type Size = (full: number) => number

/** What was seen. */
export interface Measured {
  /** How much was tried. */
  size: string
  measured: string
  /** Of what cannot be taken here nothing can be said. */
  met: boolean | 'not applicable'
}

/** A promise of the product, as a count. */
export interface Figure {
  /** As docs/figures.md calls it. */
  id: string
  what: string
  goal: string
  /** Told before the first figure of a run is taken, where this one is among those to be taken. */
  prepare?: () => void
  run: (size: Size) => Promise<Measured>
}

/** One for which nothing is broken: it is taken from servers that only answer, and several can be taken from the same. */
export interface RaceFigure extends Figure {
  takeFrom: (lab: Lab, size: Size) => Promise<Measured>
}

export function raceFigure(told: Omit<RaceFigure, 'run'>): RaceFigure {
  return {
    ...told,
    async run(size) {
      const lab = await startRaceLab()
      try {
        return await told.takeFrom(lab, size)
      } finally {
        await lab.close()
      }
    },
  }
}

export const startRaceLab = () => startLab({ env: { ROLE: 'web' } })

export const partOf =
  (part: number): Size =>
  (full) =>
    Math.max(1, Math.ceil(full * part))

export const thousands = (count: number) => count.toLocaleString('en')
