import type { ChatPhrases } from '../types.ts'

export const chat: ChatPhrases = {
  serve_aiuto: '¿Necesita ayuda?',
  chat_titolo: 'Chat de asistencia',
  chat_nuovo_messaggio: 'Mensaje nuevo',
  chat_avviso: 'El chat es un servicio externo de {1}. Solo se abre si usted quiere.',
  chat_dati: 'Al abrirlo, recibe estos datos:',
  chat_senza_dati: 'Al abrirlo, no le pasamos datos sobre usted.',
  chat_anche: 'Como cualquier sitio web, también ve la dirección de red de su dispositivo y puede guardar cookies. Después recibe lo que usted escriba.',
  chat_email: 'Correo electrónico',
  chat_telefono: 'Teléfono',
  chat_nome: 'Nombre',
  chat_cognome: 'Apellidos',
  chat_cod_fiscale: 'Código fiscal',
  chat_codice_canale: 'Canal de acceso',
  chat_fondo: 'Fondo',
  chat_apri: 'Abrir el chat',
  chat_non_ora: 'Ahora no',
  chat_riduci: 'Minimizar el chat',
  chat_fallita: 'No se puede abrir el chat. Inténtelo de nuevo en unos instantes.',
}
