// Exports what the other parts of the server may use of the live chat.
export { chatPolicyOf, type Policy } from './page-policy.ts'
export { shownChatOf } from './shown-chat.ts'
