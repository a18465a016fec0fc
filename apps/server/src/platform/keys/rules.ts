// Exports the customers' encryption keys to the other parts of the server.
export { type CustomerKey, CustomerKeys } from './customer-keys.ts'
export { encryptPlainRows } from './encrypt-plain-rows.ts'
export { decryptText as openWith, keyIdOf } from './encrypted-text.ts'
export { decryptEach, Encryption, encryptedJson, ifReadable, stored, Unreadable } from './encryption.ts'
export { keyedHash } from './keyed-hash.ts'
