import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'Dieses Feld ist ein Pflichtfeld',
  campo_formato: 'Das Feld hat nicht das richtige Format',
  campo_lungo: 'Das Feld muss mindestens {1} Zeichen enthalten',
  campo_corto: 'Das Feld darf höchstens {1} Zeichen enthalten',
  indirizzo_non_valido: 'Die E-Mail-Adresse ist ungültig',
  indirizzi_diversi: 'Die Adressen stimmen nicht überein!',
  numero_non_valido: 'Geben Sie eine ganze Zahl ein',
  numero_min: 'Der kleinste zulässige Wert ist {1}',
  numero_max: 'Der größte zulässige Wert ist {1}',
  opzione_non_valida: 'Wählen Sie eine der Optionen',
  data_limiti: 'Das Datum liegt außerhalb des zulässigen Zeitraums',
  data_formato: 'Geben Sie das Datum in diesem Format ein: {1}',
  dimensione_file_max: 'Die Datei darf höchstens {1} groß sein',
  somma_dimensione_file_max: 'Die Dateien dürfen zusammen höchstens {1} groß sein',
  tipo_file: 'Ungültiger Dateityp',
  un_solo_file: 'Sie können nur eine Datei anhängen',
}
