// The worker's jobs for accounts.
export { sweepAccounts } from './queries.ts'
export { recoverAccount } from './recover-account.ts'
