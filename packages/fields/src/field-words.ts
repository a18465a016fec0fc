import { createContext, use } from 'react'
import type { Issue } from './issue.ts'

/** Keys of the phrases that controls can show. The page provides these phrases in its language. */
export type FieldPhraseKey =
  | 'seleziona'
  | 'scegli_file'
  | 'scegli_piu_file'
  | 'trascina_file'
  | 'rimuovi_file'
  | 'file_da_riallegare'
  | 'tipi_ammessi'
  | 'tipi_immagini'
  | 'dimensione_massima'
  | 'contatore'
  | 'caratteri_rimasti'
  | 'selezionabili_max'
  | 'selezionare_valore'
  | 'elemento'
  | 'aggiungi_elemento'
  | 'ora'
  | 'lettere_data'
  | 'oggi'
  | 'ieri'
  | 'apri_calendario'
  | 'calendario'
  | 'mese_precedente'
  | 'mese_successivo'
  | 'anno'
  | 'chiudi'
  | 'avviso_info'
  | 'avviso_success'
  | 'avviso_warning'
  | 'avviso_danger'
  | 'caricamento'
  | 'riprova'
  | 'errore_recupero_dati'
  | 'nessuna_opzione'
  | 'cerca_o_scegli'
  | 'opzioni_trovate'
  | 'mostra_opzioni'
  | 'opzioni_assenti'
  | 'prime_opzioni'
  | 'rispondi_prima'
  | 'scelta_decaduta'

export interface FieldWords {
  language: string
  t: (key: FieldPhraseKey, ...params: string[]) => string
  /** Returns the message for an error in an answer, in the page's language. */
  issue: (issue: Issue) => string
}

export const FieldWordsContext = createContext<FieldWords>({ language: 'it', t: (key) => key, issue: (issue) => issue.code })

export const useFieldWords = (): FieldWords => use(FieldWordsContext)
