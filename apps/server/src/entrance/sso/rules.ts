// Exports the functions of single sign-on to the other parts of the server.
export { leadTo } from './enter-by-message.ts'
export { oidcLoginOf } from './enter-by-oidc.ts'
export { ATTEMPT_S, keepAttempt, type OidcDoor, takeAttempt } from './oidc-attempt.ts'
export { beginLogin, finishLogin, hasVerifiedEmail, type OidcPerson } from './oidc-client.ts'
