// The jobs of this concept, for the worker.
export { sweepCaptchas } from './queries.ts'
