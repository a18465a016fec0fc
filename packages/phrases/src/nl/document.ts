import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Dit formulier heeft JavaScript nodig: schakel het in uw browser in en laad de pagina opnieuw.',
  traduci_ultima_colonna:
    'Schrijf de vertaling in de laatste kolom. Laat de eerste zoals ze is en behoud de gekleurde delen: dat zijn opdrachten en variabelen.',
  dove: 'Waar',
}
