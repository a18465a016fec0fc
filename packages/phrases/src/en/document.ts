import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'This form needs JavaScript: switch it on in your browser, then reload the page.',
}
