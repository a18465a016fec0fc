import type { CustomerConfiguration } from '@sportello/contract'

export type LiveChat = NonNullable<CustomerConfiguration['live_chat_params']>
