// Exports the visitors' sessions and their rules to the other parts of the server.
export { admitsAnybody, authTypesOf, isSignedIn, rejectSession, sessionOf, type Visitor, visitorOf } from './admission.ts'
export { isMarkedBrowser, keepEntry, markBrowser, mayUseSession } from './entry-cookies.ts'
export { knownPlace, personOf } from './known-data.ts'
export { encryptLogin, type MessageContent, readMessage } from './message-content.ts'
export { csvCell, readPeople } from './people-table.ts'
export { COOKIE_S, hashOfSessionCode, newSessionCode, type Session, sessionSeconds } from './session.ts'
export { atForm, sessionsOfPerson } from './sessions-of-person.ts'
export { decryptMessage, encryptMessage, MAX_MESSAGE_LENGTH, messageKey } from './sso-message.ts'
