// The public interface of sessions for other concepts.
export { admitsAnybody, authTypesOf, isSignedIn, refuseSession, sessionOf, type Visitor, visitorOf } from './admission.ts'
export { isMarkedBrowser, keepEntry, markBrowser, mayTakeUp } from './entry-cookies.ts'
export { knownPlace, personOf } from './known-data.ts'
export { type MessageContent, readMessage, sealLogin } from './message-content.ts'
export { csvCell, readPeople } from './people-table.ts'
export { COOKIE_S, hashOfSessionCode, newSessionCode, type Session, sessionSeconds } from './session.ts'
export { atForm, sessionsOfPerson } from './sessions-of-person.ts'
export { MAX_MESSAGE_LENGTH, messageKey, openMessage, sealMessage } from './sso-message.ts'
