// Exports the rules of the follow-up pages to the other parts of the server.
export { commentContext, openComment } from './comment.ts'
export { followUpKey, followUpPage, freshCode, hashOfFollowUpToken, isSameSecret, newFollowUpToken, requestOfFollowUpKey } from './follow-up-key.ts'
export { insertMessage, markMessagesRead, messageContext, messageLimit, readMessages, unreadRequests } from './messages.ts'
