// The public interface of the live chat for other concepts.
export { chatPolicyOf, type Policy } from './page-policy.ts'
export { shownChatOf } from './shown-chat.ts'
