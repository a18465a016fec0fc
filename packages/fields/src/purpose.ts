/**
 * Maps each value of the HTML attribute `autocomplete` to property codes. Authors commonly use these codes for
 * questions
 * about the visitor.
 */
const CODES_OF: Readonly<Record<string, readonly string[]>> = {
  name: ['nome_completo', 'nome_cognome', 'full_name'],
  'given-name': ['nome', 'first_name', 'vorname'],
  'family-name': ['cognome', 'surname', 'last_name', 'nachname'],
  tel: ['telefono', 'cellulare', 'nuovo_telefono', 'phone', 'mobile', 'telefon'],
  'address-line1': ['indirizzo_residenza', 'residenza', 'nuovo_indirizzo', 'home_address'],
  'postal-code': ['cap', 'zip', 'postal_code', 'plz'],
  'address-level2': ['citta', 'comune_residenza', 'city'],
}

const PURPOSE_OF: ReadonlyMap<string, string> = new Map(Object.entries(CODES_OF).flatMap(([purpose, codes]) => codes.map((code) => [code, purpose])))

/**
 * Returns the value of the `autocomplete` attribute for a text question about the visitor (WCAG 1.3.5). It depends on
 * the known value that prefills the question, otherwise on the question's code; undefined if neither is in the list.
 * The code `indirizzo` (address) is not in the list, because forms use it for the place of an incident.
 */
export function purposeOf(code: string, mapping: string | undefined): string | undefined {
  return PURPOSE_OF.get((mapping ?? '').toLowerCase()) ?? PURPOSE_OF.get(code.toLowerCase())
}
