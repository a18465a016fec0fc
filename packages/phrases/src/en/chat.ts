import type { ChatPhrases } from '../types.ts'

export const chat: ChatPhrases = {
  serve_aiuto: 'Need help?',
  chat_titolo: 'Support chat',
  chat_nuovo_messaggio: 'New message',
  chat_avviso: 'The chat is an external service, run at {1}. It opens only if you want it to.',
  chat_dati: 'When you open it, it receives these details:',
  chat_senza_dati: 'When you open it, we pass it no details about you.',
  chat_anche: 'Like any website, it also sees your device’s network address and may store cookies. After that, it receives what you write.',
  chat_email: 'Email',
  chat_telefono: 'Phone',
  chat_nome: 'First name',
  chat_cognome: 'Last name',
  chat_cod_fiscale: 'Tax code',
  chat_codice_canale: 'Access channel',
  chat_fondo: 'Fund',
  chat_apri: 'Open the chat',
  chat_non_ora: 'Not now',
  chat_riduci: 'Minimise the chat',
  chat_fallita: 'The chat cannot be opened. Please try again shortly.',
}
