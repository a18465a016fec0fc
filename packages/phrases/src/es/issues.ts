import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'El campo es obligatorio',
  campo_formato: 'El campo no tiene un formato correcto',
  campo_lungo: 'El campo debe tener al menos {1} caracteres',
  campo_corto: 'El campo puede tener como máximo {1} caracteres',
  indirizzo_non_valido: 'El correo electrónico no es válido',
  indirizzi_diversi: '¡Las direcciones no coinciden!',
  numero_non_valido: 'Escriba un número entero',
  numero_min: 'El valor mínimo es {1}',
  numero_max: 'El valor máximo es {1}',
  opzione_non_valida: 'Elija una de las opciones',
  data_limiti: 'La fecha está fuera de los límites establecidos',
  data_formato: 'Escriba la fecha con el siguiente formato: {1}',
  dimensione_file_max: 'El tamaño máximo del archivo es {1}',
  somma_dimensione_file_max: 'El tamaño máximo total de los archivos es {1}',
  tipo_file: 'Tipo de archivo no válido',
  un_solo_file: 'Solo se puede adjuntar un archivo',
}
