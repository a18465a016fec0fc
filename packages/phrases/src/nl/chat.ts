import type { ChatPhrases } from '../types.ts'

export const chat: ChatPhrases = {
  serve_aiuto: 'Hulp nodig?',
  chat_titolo: 'Hulpchat',
  chat_nuovo_messaggio: 'Nieuw bericht',
  chat_avviso: 'De chat is een externe dienst van {1}. Hij opent alleen als u dat wilt.',
  chat_dati: 'Bij het openen ontvangt hij deze gegevens:',
  chat_senza_dati: 'Bij het openen geven wij geen gegevens over u door.',
  chat_anche: 'Zoals elke website ziet hij ook het netwerkadres van uw apparaat en kan hij cookies opslaan. Daarna ontvangt hij wat u schrijft.',
  chat_email: 'E-mail',
  chat_telefono: 'Telefoon',
  chat_nome: 'Voornaam',
  chat_cognome: 'Achternaam',
  chat_cod_fiscale: 'Italiaans belastingnummer',
  chat_codice_canale: 'Toegangskanaal',
  chat_fondo: 'Fonds',
  chat_apri: 'Chat openen',
  chat_non_ora: 'Niet nu',
  chat_riduci: 'Chat minimaliseren',
  chat_fallita: 'De chat kan niet worden geopend. Probeer het zo nog eens.',
}
