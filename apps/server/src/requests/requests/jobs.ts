// The jobs of this concept, for the worker.
export { expireRequests } from './expire-requests.ts'
export { eraseRetained } from './retention.ts'
export { sealOpenRequests } from './seal-open-requests.ts'
