import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'Το πεδίο είναι υποχρεωτικό',
  campo_formato: 'Το πεδίο δεν έχει τη σωστή μορφή',
  campo_lungo: 'Το πεδίο πρέπει να έχει τουλάχιστον {1} χαρακτήρες',
  campo_corto: 'Το πεδίο μπορεί να έχει έως {1} χαρακτήρες',
  indirizzo_non_valido: 'Η διεύθυνση e-mail δεν είναι έγκυρη',
  indirizzi_diversi: 'Οι διευθύνσεις δεν είναι ίδιες!',
  numero_non_valido: 'Γράψτε έναν ακέραιο αριθμό',
  numero_min: 'Η ελάχιστη τιμή είναι {1}',
  numero_max: 'Η μέγιστη τιμή είναι {1}',
  opzione_non_valida: 'Επιλέξτε μία από τις επιλογές',
  data_limiti: 'Η ημερομηνία είναι εκτός των ορίων που έχουν τεθεί',
  data_formato: 'Γράψτε την ημερομηνία με αυτή τη μορφή: {1}',
  dimensione_file_max: 'Το μέγιστο μέγεθος του αρχείου είναι {1}',
  somma_dimensione_file_max: 'Το μέγιστο συνολικό μέγεθος των αρχείων είναι {1}',
  tipo_file: 'Μη έγκυρος τύπος αρχείου',
  un_solo_file: 'Μπορείτε να επισυνάψετε μόνο ένα αρχείο',
}
