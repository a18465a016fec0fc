// Exports what the other parts of the server may use of the operators' sign-in.
export { passkeySiteOf } from './passkey-site.ts'
export { providerPath } from './provider-sign-in.ts'
