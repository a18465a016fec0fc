import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Dit formulier heeft JavaScript nodig: schakel het in uw browser in en laad de pagina opnieuw.',
}
