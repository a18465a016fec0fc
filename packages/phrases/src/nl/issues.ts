import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'Dit veld is verplicht',
  campo_formato: 'Het veld heeft niet de juiste indeling',
  campo_lungo: 'Het veld moet minstens {1} tekens bevatten',
  campo_corto: 'Het veld mag maximaal {1} tekens bevatten',
  indirizzo_non_valido: 'Het e-mailadres is niet geldig',
  indirizzi_diversi: 'De adressen zijn niet gelijk!',
  numero_non_valido: 'Vul een heel getal in',
  numero_min: 'De minimale waarde is {1}',
  numero_max: 'De maximale waarde is {1}',
  opzione_non_valida: 'Kies een van de opties',
  data_limiti: 'De datum valt buiten de ingestelde grenzen',
  data_formato: 'Vul de datum in met deze notatie: {1}',
  dimensione_file_max: 'Het bestand mag maximaal {1} groot zijn',
  somma_dimensione_file_max: 'De bestanden mogen samen maximaal {1} groot zijn',
  tipo_file: 'Ongeldig bestandstype',
  un_solo_file: 'U kunt maar één bestand toevoegen',
}
