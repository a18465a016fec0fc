// Exports the search for a person's accounts and tokens, and other rules of accounts, to the other parts of the server.

export { accountsOfPerson, mayHold, tokensOfPerson } from './accounts-of-person.ts'
export { requireUsableRecovery } from './check-recovery.ts'
export { requireUncommon } from './common-password.ts'
export { countFailure, type LoginAttempt, lockAttempts, secondsToWait, tooManyAttempts } from './failed-attempts.ts'
export { type Change, hashAccounts, putAccounts, putTokens } from './import-accounts.ts'
export { fitsMessage, MAX_KNOWN_BYTES } from './known-size.ts'
export { accountKey, accountOfPerson, addressKey, personOfAccount, personOfToken, recoveryCode, tokenOfPerson, usernameKey } from './names.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { newToken, splitKnown } from './token-fields.ts'
