import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'The field is required',
  campo_formato: 'The field does not have the right format',
  campo_lungo: 'The field must have at least {1} characters',
  campo_corto: 'The field can have at most {1} characters',
  indirizzo_non_valido: 'Please enter a valid email',
  indirizzi_diversi: 'The addresses do not match!',
  numero_non_valido: 'Enter a whole number',
  numero_min: 'The minimum value is {1}',
  numero_max: 'The maximum value is {1}',
  opzione_non_valida: 'Choose one of the options',
  data_limiti: 'The date is outside the allowed range',
  data_formato: 'Enter the date in this format: {1}',
  dimensione_file_max: 'The maximum file size is {1}',
  somma_dimensione_file_max: 'The maximum total size of the files is {1}',
  tipo_file: 'Invalid file type',
  un_solo_file: 'You can attach only one file',
}
