import { textSetting } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import { crispSite, type EbbySite, ebbySite } from './sites.ts'

/** The complete settings of a form's live chat (administrator specification, section 3: "liveChatParams"). */
export type Chat = { align: 'LEFT' | 'RIGHT' } & (
  | ({ type: 'EBBY'; codCustomer: string; secret: string } & EbbySite)
  | { type: 'CRISP'; site: string; chatId: string; fondo: string }
)

/** The parts of the server's configuration on which the settings of a live chat depend. */
export type ChatConfig = Pick<Config, 'demo' | 'publicUrl'>

type ChatForm = Pick<Customer, 'setting' | 'settings'>

/** Returns the live chat of a form; null if the chat is turned off or lacks a required setting. */
export function chatOf(config: ChatConfig, { setting, settings }: ChatForm): Chat | null {
  const { active, chatType, align = 'RIGHT', ...given } = setting.liveChatParams
  const [codCustomer, secret, chatId, fondo] = [given.codCustomer, given.secret, given.chatId, given.fondo].map((text) => text?.trim())
  if (!active || textSetting(settings, 'chat_available') === 'false') return null
  if (chatType === 'EBBY') {
    const site = ebbySite(config, settings)
    return site && codCustomer && secret ? { type: 'EBBY', align, ...site, codCustomer, secret } : null
  }
  if (chatType === 'CRISP') {
    const site = crispSite(settings)
    return site && chatId && fondo ? { type: 'CRISP', align, site, chatId, fondo } : null
  }
  return null
}

/** Returns true if the EBBY chat of a form is turned on, even if its settings are incomplete. */
export function wantsEbby({ setting }: Pick<Customer, 'setting'>): boolean {
  return setting.liveChatParams.active === true && setting.liveChatParams.chatType === 'EBBY'
}
