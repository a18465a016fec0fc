/**
 * Phrases for the live chat; only forms with a live chat load them. The type for the other languages is derived from
 * these keys.
 */
export const chat = {
  serve_aiuto: 'Serve aiuto?',
  chat_titolo: 'Chat di assistenza',
  chat_nuovo_messaggio: 'Nuovo messaggio',
  chat_avviso: 'La chat è un servizio esterno: risponde {1}. Si apre solo se lo vuoi tu.',
  chat_dati: 'Quando la apri riceve questi dati:',
  chat_senza_dati: 'Quando la apri non le passiamo dati su di te.',
  chat_anche: 'Come ogni sito, vede anche l’indirizzo di rete del tuo dispositivo e può salvare cookie. Poi riceve quello che scrivi.',
  chat_email: 'E-mail',
  chat_telefono: 'Telefono',
  chat_nome: 'Nome',
  chat_cognome: 'Cognome',
  chat_cod_fiscale: 'Codice fiscale',
  chat_codice_canale: 'Canale di accesso',
  chat_fondo: 'Fondo',
  chat_apri: 'Apri la chat',
  chat_non_ora: 'Non ora',
  chat_riduci: 'Riduci la chat',
  chat_fallita: 'La chat non si apre. Riprova tra poco.',
} as const
