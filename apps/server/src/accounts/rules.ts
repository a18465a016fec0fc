// What other concepts may use of accounts.
export { type Change, hashAccounts, putAccounts, putTokens } from './import-accounts.ts'
export { accountOfPerson, recoveryCode, usernameKey } from './names.ts'
