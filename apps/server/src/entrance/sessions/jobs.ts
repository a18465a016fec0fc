// The jobs of this concept, for the worker.

export { encryptPlainLinks } from './encrypt-plain-links.ts'
export { sweepSessions } from './queries.ts'
