// The worker's jobs for visitors' sessions.

export { encryptPlainLinks } from './encrypt-plain-links.ts'
export { sweepSessions } from './queries.ts'
