import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Dieses Formular braucht JavaScript: Schalten Sie es im Browser ein und laden Sie die Seite neu.',
}
