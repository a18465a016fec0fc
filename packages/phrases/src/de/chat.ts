import type { ChatPhrases } from '../types.ts'

export const chat: ChatPhrases = {
  serve_aiuto: 'Brauchen Sie Hilfe?',
  chat_titolo: 'Hilfe-Chat',
  chat_nuovo_messaggio: 'Neue Nachricht',
  chat_avviso: 'Der Chat ist ein externer Dienst von {1}. Er wird nur geöffnet, wenn Sie das möchten.',
  chat_dati: 'Beim Öffnen erhält er diese Daten:',
  chat_senza_dati: 'Beim Öffnen geben wir ihm keine Daten über Sie weiter.',
  chat_anche: 'Wie jede Website sieht er auch die Netzwerkadresse Ihres Geräts und kann Cookies speichern. Danach erhält er, was Sie schreiben.',
  chat_email: 'E-Mail',
  chat_telefono: 'Telefon',
  chat_nome: 'Vorname',
  chat_cognome: 'Nachname',
  chat_cod_fiscale: 'Steuernummer',
  chat_codice_canale: 'Zugangsweg',
  chat_fondo: 'Fonds',
  chat_apri: 'Chat öffnen',
  chat_non_ora: 'Jetzt nicht',
  chat_riduci: 'Chat minimieren',
  chat_fallita: 'Der Chat lässt sich nicht öffnen. Bitte versuchen Sie es gleich noch einmal.',
}
