/**
 * What a check can find wrong with an answer. The names are the specification's own message keys
 * where it gives one (visitor specification, section 5), so that a code is also the key of its words.
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
  | 'dimensione_file_max'
  | 'somma_dimensione_file_max'
  | 'tipo_file'
  | 'contenuto_file'
  | 'un_solo_file'

/** One fault of one answer: a code, never a sentence. `params` fill the placeholders {1}, {2} of its words. */
export interface Issue {
  code: IssueCode
  params: readonly string[]
}

export function issue(code: IssueCode, ...params: (string | number)[]): Issue[] {
  return [{ code, params: params.map(String) }]
}

export const noIssue: readonly Issue[] = []
