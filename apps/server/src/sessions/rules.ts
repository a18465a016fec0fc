// What other concepts may use of sessions.
export { admitsAnybody, isSignedIn, refuseSession, sessionOf, type Visitor, visitorOf } from './admission.ts'
export { leadTo } from './enter-by-message.ts'
export { oidcLoginOf } from './enter-by-oidc.ts'
export { sealLogin } from './message-content.ts'
export { ATTEMPT_S, keepAttempt, type OidcDoor, takeAttempt } from './oidc-attempt.ts'
export { beginLogin, finishLogin, type OidcPerson, vouchesForEmail } from './oidc-client.ts'
export { COOKIE_S, type Session } from './session.ts'
export { messageKey, sealMessage } from './sso-message.ts'
