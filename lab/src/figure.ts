import { type Lab, startLab } from './deployment.ts'

/** Returns the number of attempts of a figure in this run: the given fraction of the full number, at least one. */
export type Size = (full: number) => number

/** Result of measuring a figure. */
export interface Measured {
  /** Number of attempts that the figure made in this run, the column "Size" of docs/figures.md. */
  size: string
  measured: string
  /** Result of the figure: 'not applicable' if the figure cannot be measured on this machine. */
  met: boolean | 'not applicable'
}

/** A guarantee of the product that the lab measures. */
export interface Figure {
  /** Id of the figure in docs/figures.md. */
  id: string
  what: string
  goal: string
  /** Prepares the figure. Called before the first figure of a run, for every figure of the run. */
  prepare?: () => void
  run: (size: Size) => Promise<Measured>
}

/** A figure that causes no failures, so that several of them can use the same servers. */
export interface RaceFigure extends Figure {
  takeFrom: (lab: Lab, size: Size) => Promise<Measured>
}

export function raceFigure(figure: Omit<RaceFigure, 'run'>): RaceFigure {
  return {
    ...figure,
    async run(size) {
      const lab = await startRaceLab()
      try {
        return await figure.takeFrom(lab, size)
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
