import { type Lab, startLab } from './deployment.ts'

/** Returns the number of attempts that a measurement makes in this run: a fraction of `full`, but at least one. */
export type Size = (full: number) => number

/** Result of one of the reliability lab's measurements. */
export interface Measured {
  /** Number of attempts that the measurement made in this run. The column “Size” of docs/figures.md shows it. */
  size: string
  measured: string
  /** True if the goal was met; 'not applicable' if this machine cannot measure it. */
  met: boolean | 'not applicable'
}

/**
 * One of the measurements (“figures”) of the reliability lab (fault-injection tests). Each measurement tests a
 * guarantee of the product.
 */
export interface Figure {
  /** Id of the measurement in docs/figures.md. */
  id: string
  what: string
  goal: string
  /** Prepares the measurement. The reliability lab prepares all measurements of a run before it runs the first. */
  prepare?: () => void
  run: (size: Size) => Promise<Measured>
}

/** A measurement that causes no failures. Several such measurements can therefore use the same servers. */
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
