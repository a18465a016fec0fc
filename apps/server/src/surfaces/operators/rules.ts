// The public interface of the operators' sign-in for other concepts.
export { passkeySiteOf } from './passkey-site.ts'
export { providerPath } from './provider-sign-in.ts'
