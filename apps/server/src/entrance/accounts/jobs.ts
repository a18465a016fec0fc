// Exports the background jobs that the worker runs for accounts.
export { sweepAccounts } from './queries.ts'
export { recoverAccount } from './recover-account.ts'
