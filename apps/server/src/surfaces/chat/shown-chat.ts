import { createHmac } from 'node:crypto'
import { type CustomerConfiguration, chatDataOf } from '@sportello/contract'
import { type Customer, ownPictureUrl } from '../../catalogue/customers/rules.ts'
import type { Session } from '../../entrance/sessions/rules.ts'
import type { Config } from '../../platform/config.ts'
import { type Chat, type ChatConfig, chatOf } from './chat-of.ts'

type Known = Pick<Session, 'known' | 'person'>

/**
 * Returns the settings of the live chat that the browser gets; null if the form has no live chat (visitor
 * specification, section 3: “live_chat_params”).
 */
export function shownChatOf(
  config: Pick<Config, 'secretKey'> & ChatConfig,
  customer: Customer,
  session: Known | null,
): CustomerConfiguration['live_chat_params'] {
  const chat = customer.setting.active ? chatOf(config, customer) : null
  if (!chat) return null
  const common = {
    chatType: chat.type,
    align: chat.align,
    site: chat.site,
    chatIcon: ownPictureUrl(customer, customer.setting.liveChatParams.chatIcon) ?? null,
  }
  if (chat.type === 'EBBY') return { ...common, chatId: null, fondo: null, person: null, claims_url: null }
  const { chatId, fondo } = chat
  return { ...common, chatId, fondo, person: session && personIn(config, chat, session), claims_url: claimsUrlOf(customer, chat, session) }
}

type Crisp = Extract<Chat, { type: 'CRISP' }>

/**
 * Returns an identifier of the visitor for the live chat CRISP. Nobody can guess it, so people who share a computer do
 * not see each other's conversations (https://docs.crisp.chat, “session continuity”).
 */
function personIn({ secretKey }: Pick<Config, 'secretKey'>, { chatId }: Crisp, { person }: Known): string | null {
  return person === null ? null : createHmac('sha256', secretKey).update(`chat_person\n${chatId}\n${person}`).digest('base64url')
}

/**
 * Returns the URL at which the live chat's staff handles a member's claims (visitor specification, section 7): the
 * system setting `chat_claims_url` with its placeholders `{fondo}` and `{cod_fiscale}` filled in.
 */
function claimsUrlOf({ settings }: Customer, { fondo }: Crisp, session: Known | null): string | null {
  const template = settings.get('chat_claims_url')
  const { cod_fiscale: taxCode } = chatDataOf(session?.known ?? null)
  if (template === undefined || taxCode === undefined) return null
  const url = template.trim().replaceAll('{fondo}', encodeURIComponent(fondo)).replaceAll('{cod_fiscale}', encodeURIComponent(taxCode))
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : null
}
