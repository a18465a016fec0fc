import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Η φόρμα χρειάζεται JavaScript: ενεργοποιήστε τη στον browser και φορτώστε ξανά τη σελίδα.',
  traduci_ultima_colonna:
    'Γράψτε τη μετάφραση στην τελευταία στήλη. Αφήστε την πρώτη όπως είναι και κρατήστε τα χρωματιστά μέρη: είναι εντολές και μεταβλητές.',
  dove: 'Πού',
}
