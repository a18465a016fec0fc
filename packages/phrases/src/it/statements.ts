/**
 * Phrases for the accessibility statement and the privacy notice; only their pages load them. The type for the other
 * languages is derived from these keys.
 */
export const statements = {
  impegno: '{1} vuole che chiunque possa usare questo servizio, come chiede la direttiva europea 2016/2102.',
  stato: 'Stato di conformità',
  full: 'Questo servizio è conforme alle regole WCAG 2.2, livello AA, e alla norma EN 301 549.',
  partial: 'Questo servizio è conforme solo in parte alle regole WCAG 2.2, livello AA, e alla norma EN 301 549.',
  none: 'Questo servizio non è ancora conforme alle regole WCAG 2.2, livello AA, e alla norma EN 301 549.',
  eccezioni: 'Contenuti non accessibili',
  nessuna: 'Non ci sono contenuti non accessibili di cui siamo a conoscenza.',
  redazione: 'Come è nata questa dichiarazione',
  rivista: 'Rivista il {1}.',
  self: 'Abbiamo controllato noi le pagine.',
  third_party: 'Le pagine sono state controllate da un soggetto esterno.',
  ostacolo: 'Hai trovato un ostacolo?',
  ostacolo_testo: 'Scrivici che cosa non funziona, in quale pagina e con quale dispositivo. Ti rispondiamo, e ti diamo le informazioni in un’altra forma.',
  ostacolo_modulo: 'Segnala un ostacolo con il modulo',
  procedura: 'Se la risposta non arriva o non basta',
  procedura_link: 'Come chiedere una verifica',
  ufficiale: 'La dichiarazione nel registro nazionale',
  titolare: 'Titolare del trattamento',
  responsabile: 'Responsabile della protezione dei dati',
  dati: 'Che cosa fa questo servizio con i tuoi dati',
  dati_browser: 'Prima dell’invio, quello che scrivi resta nel tuo browser, fino alla fine della sessione.',
  dati_cifrati: 'Le risposte e gli allegati che invii sono conservati cifrati.',
  dati_evase: 'Le richieste concluse sono cancellate dopo {1} giorni.',
  dati_sempre: 'Le richieste concluse restano finché l’ufficio non le cancella.',
  dati_scadute: 'Le richieste mai confermate sono cancellate dopo {1} giorni.',
  dati_cookie:
    'Questo servizio usa solo cookie e memorie del browser necessari: per la lingua, il tema, la sessione e il ritorno dopo l’accesso. Nessuno serve alla pubblicità.',
  dati_chat: 'La chat di assistenza è un servizio esterno ({1}). Si apre solo se lo vuoi tu.',
  dati_recaptcha: 'Google reCAPTCHA controlla che chi invia sia una persona. Vede l’indirizzo di rete del tuo dispositivo.',
  diritti: 'I tuoi diritti',
  diritti_testo: 'Puoi chiedere di vedere, correggere, cancellare o ricevere i tuoi dati. Puoi anche rivolgerti all’autorità per la protezione dei dati.',
  telefono: 'Telefono',
  email: 'E-mail',
} as const
