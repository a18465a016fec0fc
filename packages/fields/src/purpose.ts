/** What a question asks about the visitor's own person, as HTML names it (autofill detail tokens), by the codes that authors give. */
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
 * The `autocomplete` of a text question about the visitor (WCAG 1.3.5), by the known datum that it is filled from, else by its code; undefined
 * where neither says that it is about the visitor. A plain `indirizzo` is left out: forms ask by it where something happened.
 */
export function purposeOf(code: string, mapping: string | undefined): string | undefined {
  return PURPOSE_OF.get((mapping ?? '').toLowerCase()) ?? PURPOSE_OF.get(code.toLowerCase())
}
