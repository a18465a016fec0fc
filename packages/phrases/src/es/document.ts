import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Este formulario necesita JavaScript: actívelo en el navegador y vuelva a cargar la página.',
  traduci_ultima_colonna: 'Escriba la traducción en la última columna. Deje la primera como está y conserve las partes de color: son comandos y variables.',
  dove: 'Dónde',
}
