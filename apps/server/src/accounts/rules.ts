// What other concepts may use of accounts.
export { holdTries, tooMany } from './failed-tries.ts'
export { type Change, hashAccounts, putAccounts, putTokens } from './import-accounts.ts'
export { accountOfPerson, recoveryCode, usernameKey } from './names.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
