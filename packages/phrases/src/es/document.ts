import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Este formulario necesita JavaScript: actívelo en el navegador y vuelva a cargar la página.',
}
