// Exports the rules of the follow-up pages to the other parts of the server.
export { commentContext, openComment } from './comment.ts'
export { followUpKey, followUpPage, freshCode, hashOfFollowUpToken, isSameSecret, newFollowUpToken, requestOfFollowUpKey } from './follow-up-key.ts'
export {
  changesContext,
  insertMessage,
  markMessagesRead,
  messageContext,
  messageLimit,
  readMessages,
  type StoredMessage,
  unreadRequests,
} from './messages.ts'
export { questionLabels } from './question-labels.ts'
