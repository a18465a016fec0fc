import type { KnownData } from './held-answer.ts'

/**
 * Keys of the known data that the page may pass to a live chat (visitor specification, section 3: "User info"). No
 * other data are passed.
 */
export const CHAT_DATA = ['email', 'telefono', 'nome', 'cognome', 'cod_fiscale', 'codice_canale'] as const

export type ChatData = { [K in (typeof CHAT_DATA)[number]]?: string }

/** Maximum length of each value that the page passes to a live chat, in characters. */
const MAX_LENGTH = 256

/**
 * Returns the known data that the page passes to a live chat.
 * @param known the known data about the visitor; if a value is a list, its first item is used
 */
export function chatDataOf(known: KnownData | null): ChatData {
  const given = CHAT_DATA.flatMap((key) => {
    const value = known?.[key]
    const first: unknown = Array.isArray(value) ? value[0] : value
    const text = typeof first === 'string' || typeof first === 'number' ? String(first).trim().slice(0, MAX_LENGTH) : ''
    return text === '' ? [] : [[key, text]]
  })
  return Object.fromEntries(given)
}
