// The worker's jobs for captchas.
export { sweepCaptchas } from './queries.ts'
