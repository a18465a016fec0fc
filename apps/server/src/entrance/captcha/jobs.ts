// Exports the background jobs that the worker runs for captchas.
export { sweepCaptchas } from './queries.ts'
