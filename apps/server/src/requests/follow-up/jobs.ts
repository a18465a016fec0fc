// Exports what the worker runs for the follow-up pages.
export { encryptPlainFollowUps } from './encrypt-plain-texts.ts'
export { sweepFollowUpSessions } from './queries.ts'
