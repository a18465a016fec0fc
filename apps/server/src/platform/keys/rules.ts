// The public interface of the customers' keys for other concepts.
export { type CustomerKey, CustomerKeys } from './customer-keys.ts'
export { keyedHash } from './keyed-hash.ts'
export { sealOpen } from './seal-open.ts'
export { keyIdOf } from './sealed-text.ts'
export { ifReadable, openEach, Sealing, stored, storedJson, Unreadable } from './sealing.ts'
