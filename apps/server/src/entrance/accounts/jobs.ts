// The jobs of this concept, for the worker.
export { sweepAccounts } from './queries.ts'
export { recoverAccount } from './recover-account.ts'
