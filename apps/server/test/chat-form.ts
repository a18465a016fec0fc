import { accessForm } from './access-bundle.ts'

export const CHAT_SECRET = 'canary-secret-of-form-and-chat'
/** Data URL of a red picture with one pixel. */
export const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

export const EBBY = { active: true, chatType: 'EBBY', align: 'LEFT', codCustomer: 'canary-customer', secret: CHAT_SECRET }
export const CRISP = { active: true, chatType: 'CRISP', chatId: 'site-7', fondo: 'FS01' }

/** Returns a form with a live chat. Members open the form through an SSO message of the customer's own site. */
export function chatForm(code: string, liveChatParams: object, settings: Readonly<Record<string, string>> = {}, active = true) {
  const { forms, ...rest } = accessForm({ code, authTypes: ['FREE', 'SSO'], mappings: [{ client: code }], active })
  return {
    ...rest,
    forms: forms.map((form) => ({ ...form, liveChatParams })),
    settings: Object.entries(settings).map(([key, value]) => ({ code: key, value })),
  }
}
