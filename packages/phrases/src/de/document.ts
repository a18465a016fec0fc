import type { DocumentPhrases } from '../types.ts'

export const document: DocumentPhrases = {
  senza_javascript: 'Dieses Formular braucht JavaScript: Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  traduci_ultima_colonna:
    'Schreiben Sie die Übersetzung in die letzte Spalte. Lassen Sie die erste, wie sie ist, und behalten Sie die farbigen Teile: Befehle und Variablen.',
  dove: 'Wo',
}
