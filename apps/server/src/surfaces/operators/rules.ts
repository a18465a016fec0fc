// Exports the functions for the operators' sign-in and passkeys to the other parts of the server.
export { passkeySiteOf } from './passkey-site.ts'
export { providerPath } from './provider-sign-in.ts'
