// Exports what the other parts of the server may use of single sign-on.
export { leadTo } from './enter-by-message.ts'
export { oidcLoginOf } from './enter-by-oidc.ts'
export { ATTEMPT_S, keepAttempt, type OidcDoor, takeAttempt } from './oidc-attempt.ts'
export { beginLogin, finishLogin, hasVerifiedEmail, type OidcPerson } from './oidc-client.ts'
