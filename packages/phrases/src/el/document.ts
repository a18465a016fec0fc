import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Η φόρμα χρειάζεται JavaScript: ενεργοποιήστε τη στον browser και φορτώστε ξανά τη σελίδα.',
}
