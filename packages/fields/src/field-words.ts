import { createContext, use } from 'react'

/** Words of the page that controls show; the page provides them in its language. */
export type FieldPhraseKey =
  | 'seleziona'
  | 'scegli_file'
  | 'scegli_piu_file'
  | 'trascina_file'
  | 'rimuovi_file'
  | 'file_da_riallegare'
  | 'tipi_ammessi'
  | 'dimensione_massima'
  | 'contatore'
  | 'caratteri_rimasti'

export interface FieldWords {
  language: string
  t: (key: FieldPhraseKey, ...params: string[]) => string
}

export const FieldWordsContext = createContext<FieldWords>({ language: 'it', t: (key) => key })

export const useFieldWords = (): FieldWords => use(FieldWordsContext)
