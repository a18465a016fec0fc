/**
 * Error codes for answers. Each code is also the key of its phrase. Where the specification defines the key of a
 * message, the code is that key (visitor specification, section 5).
 */
export type IssueCode =
  | 'campo_richiesto'
  | 'campo_formato'
  | 'campo_lungo'
  | 'campo_corto'
  | 'indirizzo_non_valido'
  | 'numero_non_valido'
  | 'numero_min'
  | 'numero_max'
  | 'opzione_non_valida'
  | 'data_limiti'
  | 'data_formato'
  | 'data_inesistente'
  | 'selezionare_valore'
  | 'troppi_selezionati'
  | 'elementi_min'
  | 'elementi_max'
  | 'codfis_lunghezza'
  | 'codfis_errato'
  | 'codfis_nome'
  | 'codfis_cognome'
  | 'codfis_nascita'
  | 'codfis_luogo'
  | 'telefono_non_valido'
  | 'iban_non_valido'
  | 'cap_non_valido'
  | 'targa_non_valida'
  | 'url_non_valido'
  | 'dimensione_file_max'
  | 'somma_dimensione_file_max'
  | 'tipo_file'
  | 'contenuto_file'
  | 'un_solo_file'

/**
 * An error in an answer, as a code instead of a text. `params` are the values for the placeholders {1} and {2} in the
 * code's phrase.
 */
export interface Issue {
  code: IssueCode
  params: readonly string[]
}

export function issue(code: IssueCode, ...params: (string | number)[]): Issue[] {
  return [{ code, params: params.map(String) }]
}

export const noIssue: readonly Issue[] = []
