import type { KnownData } from './held-answer.ts'

/** What a live chat is told of a visitor (visitor specification, section 3: "User info"): these, where they are known, and nothing else. */
export const CHAT_DATA = ['email', 'telefono', 'nome', 'cognome', 'cod_fiscale', 'codice_canale'] as const

export type ChatData = { [K in (typeof CHAT_DATA)[number]]?: string }

/** Characters of one datum: more is no name and no number. */
const MAX_LENGTH = 256

/** @param known the visitor's known data, where an e-mail may be a list: the first one counts */
export function chatDataOf(known: KnownData | null): ChatData {
  const given = CHAT_DATA.flatMap((key) => {
    const value = known?.[key]
    const first: unknown = Array.isArray(value) ? value[0] : value
    const text = typeof first === 'string' || typeof first === 'number' ? String(first).trim().slice(0, MAX_LENGTH) : ''
    return text === '' ? [] : [[key, text]]
  })
  return Object.fromEntries(given)
}
