// What other concepts may use of sessions.
export { admitsAnybody, authTypesOf, isSignedIn, sessionOf, type Visitor, visitorOf } from './admission.ts'
export { openSession } from './enter.ts'
export { sealLogin } from './message-content.ts'
export { COOKIE_S, hashOfSessionCode, type Session } from './session.ts'
export { messageKey, sealMessage } from './sso-message.ts'
