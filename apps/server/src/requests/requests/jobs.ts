// Exports the background jobs that the worker runs for requests.

export { encryptPlainRequests } from './encrypt-plain-requests.ts'
export { expireRequests } from './expire-requests.ts'
export { forgetSearchWords, indexOlderRequests } from './index-answers.ts'
export { eraseRetained } from './retention.ts'
