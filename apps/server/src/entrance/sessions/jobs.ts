// Exports the background jobs that the worker runs for visitors' sessions.

export { encryptPlainLinks } from './encrypt-plain-links.ts'
export { sweepSessions } from './queries.ts'
