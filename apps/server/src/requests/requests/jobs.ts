// The jobs of this concept, for the worker.

export { encryptPlainRequests } from './encrypt-plain-requests.ts'
export { expireRequests } from './expire-requests.ts'
export { eraseRetained } from './retention.ts'
