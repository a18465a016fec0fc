import type { ChatPhrases } from '../types.ts'

export const chat: ChatPhrases = {
  serve_aiuto: 'Χρειάζεστε βοήθεια;',
  chat_titolo: 'Συνομιλία υποστήριξης',
  chat_nuovo_messaggio: 'Νέο μήνυμα',
  chat_avviso: 'Η συνομιλία είναι εξωτερική υπηρεσία από {1}. Ανοίγει μόνο αν το θέλετε.',
  chat_dati: 'Όταν την ανοίγετε, λαμβάνει αυτά τα στοιχεία:',
  chat_senza_dati: 'Όταν την ανοίγετε, δεν της διαβιβάζουμε στοιχεία για εσάς.',
  chat_anche: 'Όπως κάθε ιστότοπος, βλέπει και τη διεύθυνση δικτύου της συσκευής σας και μπορεί να αποθηκεύσει cookies. Έπειτα λαμβάνει όσα γράφετε.',
  chat_email: 'E-mail',
  chat_telefono: 'Τηλέφωνο',
  chat_nome: 'Όνομα',
  chat_cognome: 'Επώνυμο',
  chat_cod_fiscale: 'Φορολογικός κωδικός',
  chat_codice_canale: 'Κανάλι πρόσβασης',
  chat_fondo: 'Ταμείο',
  chat_apri: 'Άνοιγμα συνομιλίας',
  chat_non_ora: 'Όχι τώρα',
  chat_riduci: 'Ελαχιστοποίηση συνομιλίας',
  chat_fallita: 'Η συνομιλία δεν ανοίγει. Δοκιμάστε ξανά σε λίγο.',
}
