// The jobs of this concept, for the worker.
export { sweepSessions } from './queries.ts'
export { sealOpenLinks } from './seal-open-links.ts'
