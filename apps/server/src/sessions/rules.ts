// What other concepts may use of sessions.
export { admitsAnybody, isSignedIn, sessionOf, type Visitor, visitorOf } from './admission.ts'
export { makeCredential } from './credentials.ts'
export { oidcLoginOf } from './enter-by-oidc.ts'
export { LinksRefused, makeLinks } from './make-links.ts'
export { sealLogin } from './message-content.ts'
export { COOKIE_S, type Session } from './session.ts'
export { messageKey, sealMessage } from './sso-message.ts'
