import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'Il campo è richiesto',
  campo_formato: 'Il campo non ha un formato corretto',
  campo_lungo: 'Il campo deve avere almeno {1} caratteri',
  campo_corto: 'Il campo può avere al massimo {1} caratteri',
  indirizzo_non_valido: 'L’indirizzo e-mail non è valido',
  indirizzi_diversi: 'Gli indirizzi non sono uguali!',
  numero_non_valido: 'Inserire un numero intero',
  numero_min: 'Il valore minimo è {1}',
  numero_max: 'Il valore massimo è {1}',
  opzione_non_valida: 'Scegliere una delle opzioni',
  data_limiti: 'La data non rispecchia i limiti impostati',
  data_formato: 'Inserire la data con il seguente formato: {1}',
  dimensione_file_max: 'La dimensione massima del file è {1}',
  somma_dimensione_file_max: 'La dimensione massima complessiva dei file è {1}',
  tipo_file: 'Tipo file non valido',
  un_solo_file: 'È possibile allegare un solo file',
}
