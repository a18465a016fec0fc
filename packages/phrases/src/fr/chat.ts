import type { ChatPhrases } from '../types.ts'

export const chat: ChatPhrases = {
  serve_aiuto: 'Besoin d’aide ?',
  chat_titolo: 'Chat d’assistance',
  chat_nuovo_messaggio: 'Nouveau message',
  chat_avviso: 'Le chat est un service externe, fourni par {1}. Il ne s’ouvre que si vous le souhaitez.',
  chat_dati: 'À l’ouverture, il reçoit ces données :',
  chat_senza_dati: 'À l’ouverture, nous ne lui transmettons aucune donnée vous concernant.',
  chat_anche: 'Comme tout site, il voit aussi l’adresse réseau de votre appareil et peut enregistrer des cookies. Ensuite, il reçoit ce que vous écrivez.',
  chat_email: 'E-mail',
  chat_telefono: 'Téléphone',
  chat_nome: 'Prénom',
  chat_cognome: 'Nom',
  chat_cod_fiscale: 'Code fiscal',
  chat_codice_canale: 'Canal d’accès',
  chat_fondo: 'Fonds',
  chat_apri: 'Ouvrir le chat',
  chat_non_ora: 'Pas maintenant',
  chat_riduci: 'Réduire le chat',
  chat_fallita: 'Le chat ne s’ouvre pas. Réessayez dans un instant.',
}
