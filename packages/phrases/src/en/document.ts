import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'This form needs JavaScript: switch it on in your browser, then reload the page.',
  traduci_ultima_colonna: 'Write the translation in the last column. Leave the first as it is, and keep the coloured parts: they are tags and variables.',
  dove: 'Where',
}
