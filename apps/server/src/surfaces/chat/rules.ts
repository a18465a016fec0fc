// Exports the live chat's security policy and settings to the other parts of the server.
export type { ChatConfig } from './chat-of.ts'
export { chatPolicyOf, type Policy } from './page-policy.ts'
export { shownChatOf } from './shown-chat.ts'
