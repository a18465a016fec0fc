// The worker's jobs for requests.

export { encryptPlainRequests } from './encrypt-plain-requests.ts'
export { expireRequests } from './expire-requests.ts'
export { eraseRetained } from './retention.ts'
